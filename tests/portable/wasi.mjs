// Runs a WebAssembly program that wants WASI, in this folder. Usage: wasi.mjs PROGRAM ARGUMENT...
import { readFile } from 'node:fs/promises';
import { WASI } from 'node:wasi';

const [, , program, ...rest] = process.argv;
const wasi = new WASI({ version: 'preview1', args: [program, ...rest], preopens: { '.': '.' } });
const module = await WebAssembly.compile(await readFile(program));
const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport });
process.exitCode = wasi.start(instance);
