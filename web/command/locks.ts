/* Locks of databases. Node.js cannot lock files, so a database has a file beside it that holds the id of the process that
 * uses it. SQLite runs in its mode "unix-excl", which locks a database once and for itself alone. The native command does
 * not see this lock. */
import * as fs from "node:fs";

import { SystemError } from "./errors.js";
import type { Memory } from "./memory.js";
import type { OpenFile } from "./open-files.js";

const SUFFIX = Buffer.from("-npx-lock");

/* Types of locks. */
const WRITE = 1;
const UNLOCK = 2;

const held = new Map<OpenFile, Buffer>();

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (thrown) {
    return (thrown as { code?: string }).code === "EPERM";
  }
}

/** The process that holds a lock; 0 if there is none, or if it has ended. */
function holder(path: Buffer): number {
  try {
    const id = Number(fs.readFileSync(path, "latin1"));
    return id > 0 && isRunning(id) ? id : 0;
  } catch {
    return 0;
  }
}

/** Tries to create the file of a lock. Returns whether someone else has. */
function isTaken(path: Buffer): boolean {
  try {
    fs.writeFileSync(path, String(process.pid), { flag: "wx" });
    return false;
  } catch (thrown) {
    /* In a folder that cannot be written, nobody writes a database. */
    return (thrown as { code?: string }).code === "EEXIST";
  }
}

function take(file: OpenFile, path: Buffer): void {
  if (isTaken(path)) {
    const other = holder(path);
    if (other !== 0 && other !== process.pid)
      throw new SystemError("EAGAIN");
    if (other === 0) {
      fs.rmSync(path, { force: true });
      if (isTaken(path))
        throw new SystemError("EAGAIN");
    }
  }
  held.set(file, path);
}

/** fcntl for a lock. Nobody else is ever reported to hold one. */
export function lockFile(memory: Memory, file: OpenFile, asks: boolean, lock: number): number {
  const type = memory.view.getInt16(lock >>> 0, true);
  if (asks) {
    memory.view.setInt16(lock >>> 0, UNLOCK, true);
    return 0;
  }
  if (type === UNLOCK || held.has(file) || !file.path)
    return 0;
  const path = Buffer.concat([file.path, SUFFIX]);
  if (type === WRITE)
    take(file, path);
  else if (![0, process.pid].includes(holder(path)))
    throw new SystemError("EAGAIN");
  return 0;
}

/** Releases the lock of a file that is closed. */
export function forgetLock(file: OpenFile): void {
  const path = held.get(file);
  held.delete(file);
  if (path && ![...held.values()].some(other => other.equals(path)))
    fs.rmSync(path, { force: true });
}

/** Releases all locks, when the command ends. */
export function forgetLocks(): void {
  for (const file of held.keys())
    forgetLock(file);
}
