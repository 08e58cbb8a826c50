/* Other programs. */
import type { SpawnSyncReturns } from "node:child_process";
import * as fs from "node:fs";
import * as path from "node:path";

import { errorNumber, SystemError } from "./errors.js";
import type { Memory } from "./memory.js";
import type { OpenFiles } from "./open-files.js";


/* Modules that only this file needs are loaded when a program is started, because that takes time. */

/** Two open files: the first reads what is written to the second. This is a file without a name. The command waits until
 * another program ends, and that program would wait for ever if a pipe were full. */
function makePipe(files: OpenFiles): [number, number] {
  const folder = fs.mkdtempSync(path.join((require("node:os") as typeof import("node:os")).tmpdir(), "overworld-"));
  const name = path.join(folder, "output");
  try {
    const writing = fs.openSync(name, "wx", 0o600);
    const reading = fs.openSync(name, "r");
    return [
      files.add({ host: reading, path: undefined, flags: 0, position: 0, descriptors: 0 }),
      files.add({ host: writing, path: undefined, flags: 1, position: undefined, descriptors: 0 }),
    ];
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** The status of an ended program as wait4 states it. */
function statusOf(ended: SpawnSyncReturns<Buffer>): number {
  const signal = ended.signal ? (require("node:os") as typeof import("node:os")).constants.signals[ended.signal] : 0;
  return ended.status === null ? signal : ended.status << 8;
}

/** The calls that start and await programs. */
export function processCalls(memory: Memory, files: OpenFiles) {
  const ended = new Map<number, number>();
  let last = 0;

  const run = (words: string[], output: number): number => {
    const { spawnSync } = require("node:child_process") as typeof import("node:child_process");
    const done = spawnSync(words[0]!, words.slice(1), { stdio: ["ignore", output, output] });
    if (done.error && done.status === null && !done.signal)
      throw new SystemError((done.error as { code?: string }).code ?? "EIO");
    ended.set(++last, statusOf(done));
    return last;
  };
  /* Looks for the program itself, because Node.js reports a missing one only later. */
  const isProgram = (name: string): boolean => {
    const folders = name.includes("/") ? [""] : (process.env["PATH"] ?? "").split(path.delimiter);
    return folders.some(folder => {
      try {
        fs.accessSync(path.join(folder, name), fs.constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
  };
  const leave = (words: string[]): number => {
    if (!isProgram(words[0]!))
      throw new SystemError("ENOENT");
    const { spawn } = require("node:child_process") as typeof import("node:child_process");
    spawn(words[0]!, words.slice(1), { stdio: "inherit", detached: true }).unref();
    return ++last;
  };

  return {
    system: {
      __syscall_pipe: (ends: number) => {
        makePipe(files).forEach((descriptor, i) => memory.setNumber(ends + 4 * i, descriptor));
        return 0;
      },
      __syscall_wait4: (process: number, status: number) => {
        const found = ended.get(process);
        if (found === undefined)
          throw new SystemError("ECHILD");
        ended.delete(process);
        memory.setNumber(status, found);
        return process;
      },
    },
    spawn: (words: number, output: number, process: number): number => {
      try {
        const list = memory.words(words);
        memory.setNumber(process, output >= 0 ? run(list, files.host(output)) : leave(list));
        return 0;
      } catch (thrown) {
        return errorNumber((thrown as { code?: string }).code);
      }
    },
  };
}
