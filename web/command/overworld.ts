#!/usr/bin/env node
/* The command `overworld`: runs the WebAssembly of the native command with the files of the host. */
import * as fs from "node:fs";

import * as path from "node:path";
import * as v8 from "node:v8";
import { isMainThread, workerData, Worker } from "node:worker_threads";

import { now, sleep, timeCalls } from "./clocks.js";
import { numberOfThrown } from "./errors.js";
import { fileCalls } from "./files.js";
import { folderCalls } from "./folders.js";
import { Leftovers, makeList, removeLeftovers } from "./leftovers.js";
import { forgetLocks } from "./locks.js";
import { Memory } from "./memory.js";
import { OpenFiles } from "./open-files.js";
import { processCalls } from "./processes.js";

type Call = (...numbers: never[]) => number;
type Calls = Record<string, Call>;

interface Exports extends WebAssembly.Exports {
  memory: WebAssembly.Memory;
  memory_at(size: number): number;
  broken_pipe(): void;
  run(count: number, words: number): void;
}

/** Makes calls return what was thrown as a number: negative, as the system does, or as it is, as WASI does. */
function answering(calls: Calls, sign: number): Calls {
  return Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, ((...numbers: never[]) => {
    try {
      return call(...numbers);
    } catch (thrown) {
      return sign * numberOfThrown(thrown);
    }
  }) as Call]));
}

/** Thrown to leave the command, which cannot go on. */
class Ended extends Error {}

function end(status: number): never {
  forgetLocks();
  process.exit(status);
  throw new Ended(); /* a worker ends a little later */
}

/** The words of the command line as bytes. Node.js replaces bytes that are not UTF-8, so Linux is asked for them. */
function wordsOfCommand(): Buffer[] {
  const words = process.argv.slice(2).map(word => Buffer.from(word));
  if (process.platform !== "linux" || !process.argv.some(word => word.includes("\ufffd")))
    return words;
  const all = fs.readFileSync("/proc/self/cmdline").toString("latin1").split("\0").slice(0, -1);
  return words.length === 0 ? [] : all.slice(-words.length).map(word => Buffer.from(word, "latin1"));
}

/** Writes words as C has them: a list of texts that ends with NULL. Returns its place. */
function putWords(exports: Exports, memory: Memory, words: Buffer[]): number {
  const list = exports.memory_at(4 * (words.length + 1));
  words.forEach((word, i) => {
    const bytes = Buffer.concat([word, Buffer.of(0)]);
    const at = exports.memory_at(bytes.length);
    memory.bytes.set(bytes, at);
    memory.setNumber(list + 4 * i, at);
  });
  memory.setNumber(list + 4 * words.length, 0);
  return list;
}

/** The calls by which the C library fetches the environment. */
function environment(memory: Memory): Calls {
  const variables = Object.entries(process.env).map(([name, value]) => Buffer.from(`${name}=${value}\0`));
  return {
    environ_sizes_get: (count: number, size: number) => {
      memory.setNumber(count, variables.length);
      memory.setNumber(size, variables.reduce((sum, variable) => sum + variable.length, 0));
      return 0;
    },
    environ_get: (list: number, to: number) => {
      for (const variable of variables) {
        memory.bytes.set(variable, to >>> 0);
        memory.setNumber(list, to);
        list += 4;
        to += variable.length;
      }
      return 0;
    },
  };
}

/* Verbs that write no files run without a second thread. */
const READING = new Set(["check", "completion", "diff", "find", "get", "help", "info", "man", "nets", "schema", "show",
                         "sql", "undefined", "--version", "-V", "--help", "-h"]);

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const;

/* How long a signal waits for a thread that reads from a pipe. */
const PATIENCE = 300;

/** Runs the command in a second thread, while this one awaits signals: Node.js handles none while WebAssembly runs. */
function watch(): void {
  const list = makeList();
  const worker = new Worker(__filename, { argv: process.argv.slice(2), workerData: { list, words: wordsOfCommand() } });
  for (const signal of SIGNALS)
    process.once(signal, () => {
      const leave = (): void => {
        removeLeftovers(list);
        process.kill(process.pid, signal);
      };
      worker.removeAllListeners("exit");
      setTimeout(leave, PATIENCE);
      void worker.terminate().then(leave);
    });
  worker.on("error", error => {
    throw error;
  });
  worker.on("exit", status => process.exit(status));
}

function start(words: Buffer[], list?: SharedArrayBuffer): void {
  let exports: Exports;
  const memory = new Memory(() => exports);
  const files = new OpenFiles();
  const leftovers = new Leftovers(list);
  const { system, wasi } = fileCalls(memory, files, leftovers, () => exports.broken_pipe());
  const processes = processCalls(memory, files);
  const module = new WebAssembly.Module(fs.readFileSync(path.join(__dirname, "command.wasm")));
  const instance = new WebAssembly.Instance(module, {
    env: answering({ ...system, ...folderCalls(memory, files, leftovers), ...processes.system, ...timeCalls(memory) }, -1),
    wasi_snapshot_preview1: { ...answering({ ...wasi, ...environment(memory) }, 1), proc_exit: end },
    host: {
      now,
      sleep,
      pid: () => process.pid,
      machine: (at: number, size: number) => {
        const name = (require("node:os") as typeof import("node:os")).hostname();
        memory.bytes.set(Buffer.concat([Buffer.from(name).subarray(0, size - 1), Buffer.from([0])]), at >>> 0);
      },
      random: (at: number, size: number) => {
        memory.bytes.set(crypto.getRandomValues(new Uint8Array(size)), at >>> 0);
      },
      spawn: processes.spawn,
    },
  });
  exports = instance.exports as Exports;
  const all = [Buffer.from("overworld"), ...words];
  exports.run(all.length, putWords(exports, memory, all));
}

Error.stackTraceLimit = 0;
if (isMainThread && !READING.has(String(process.argv[2]))) {
  watch();
} else {
  /* A short run ends before optimized code pays. V8 would wait at the end for what it has begun to optimize. */
  v8.setFlagsFromString("--wasm-tiering-budget=100000000");
  v8.setFlagsFromString("--wasm-lazy-validation");
  const { list, words } = (workerData ?? {}) as { list?: SharedArrayBuffer; words?: Uint8Array[] };
  try {
    start(words ? words.map(word => Buffer.from(word)) : wordsOfCommand(), list);
  } catch (thrown) {
    if (!(thrown instanceof Ended))
      throw thrown;
  }
}
