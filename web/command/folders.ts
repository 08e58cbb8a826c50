/* System calls on names: folders, links, permissions. */
import * as fs from "node:fs";
import { isMainThread } from "node:worker_threads";

import { SystemError } from "./errors.js";
import type { Leftovers } from "./leftovers.js";
import type { Memory } from "./memory.js";
import type { OpenFile, OpenFiles } from "./open-files.js";
import { absolute, resolve } from "./paths.js";

/* Where `struct dirent` has its members, and its least size. */
const NEXT = 8, SIZE = 16, TYPE = 18, NAME = 19;
const WHOLE = 280;

const HERE = -100;

const PROGRAM = Buffer.from("/proc/self/exe");

function typeOf(entry: fs.Dirent<Buffer>): number {
  return entry.isFile() ? 8 : entry.isDirectory() ? 4 : entry.isSymbolicLink() ? 10 : entry.isFIFO() ? 1
    : entry.isSocket() ? 12 : entry.isCharacterDevice() ? 2 : entry.isBlockDevice() ? 6 : 0;
}

/** Writes entries of a folder until the next one has no room. Returns the number of bytes, 0 at the end. */
function readEntries(memory: Memory, file: OpenFile, to: number, room: number): number {
  if (!file.path)
    throw new SystemError("ENOTDIR");
  file.entries ??= fs.readdirSync(file.path, { withFileTypes: true, encoding: "buffer" });
  file.entry ??= 0;
  let used = 0;
  to >>>= 0;
  for (; used + WHOLE <= room && file.entry < file.entries.length; used += WHOLE) {
    const entry = file.entries[file.entry++]!, at = to + used;
    const name = entry.name.subarray(0, 255);
    memory.bytes.fill(0, at, at + WHOLE);
    memory.view.setBigUint64(at, 1n, true);
    memory.view.setBigInt64(at + NEXT, BigInt(file.entry), true);
    memory.view.setUint16(at + SIZE, WHOLE, true);
    memory.view.setUint8(at + TYPE, typeOf(entry));
    memory.bytes.set(name, at + NAME);
  }
  return used;
}

/** umask. A worker cannot change the mask of the process: the command only asks for it. */
function changeMask(mask: number): number {
  return isMainThread ? process.umask(mask & 0o777) : process.umask();
}

/** The system calls on names. */
export function folderCalls(memory: Memory, files: OpenFiles, leftovers: Leftovers) {
  const here = (path: number): Buffer => resolve(files, HERE, memory.word(path));
  const below = (folder: number, path: number): Buffer => resolve(files, folder, memory.word(path));
  /** A call that returns nothing if all is well. */
  const done = (_: void): number => 0;
  const makeFolder = (path: Buffer, mode: number): number => {
    leftovers.note(absolute(path));
    fs.mkdirSync(path, mode);
    return 0;
  };
  const remove = (call: (path: Buffer) => void, path: Buffer): number => {
    call(path);
    leftovers.forget(absolute(path));
    return 0;
  };
  const rename = (from: Buffer, to: Buffer): number => {
    fs.renameSync(from, to);
    leftovers.forget(absolute(from));
    return 0;
  };
  const putBytes = (bytes: Buffer, to: number, room: number): number => {
    const size = Math.min(bytes.length, room >>> 0);
    memory.bytes.set(bytes.subarray(0, size), to >>> 0);
    return size;
  };

  return {
    __syscall_getdents64: (descriptor: number, to: number, room: number) =>
      readEntries(memory, files.get(descriptor), to, room),
    __syscall_mkdir: (path: number, mode: number) => makeFolder(here(path), mode),
    __syscall_mkdirat: (folder: number, path: number, mode: number) => makeFolder(below(folder, path), mode),
    __syscall_rmdir: (path: number) => remove(fs.rmdirSync, here(path)),
    __syscall_unlink: (path: number) => remove(fs.unlinkSync, here(path)),
    __syscall_rename: (from: number, to: number) => rename(here(from), here(to)),
    __syscall_renameat: (fromFolder: number, from: number, toFolder: number, to: number) =>
      rename(below(fromFolder, from), below(toFolder, to)),
    __syscall_linkat: (fromFolder: number, from: number, toFolder: number, to: number) =>
      done(fs.linkSync(below(fromFolder, from), below(toFolder, to))),
    __syscall_symlink: (target: number, path: number) => done(fs.symlinkSync(memory.word(target), here(path))),
    __syscall_readlink: (path: number, to: number, room: number) => {
      const name = here(path);
      /* The command looks for the page beside its program. */
      const target = name.equals(PROGRAM) ? Buffer.from(__filename)
        : fs.readlinkSync(name, { encoding: "buffer" });
      return putBytes(target, to, room);
    },
    __syscall_chmod: (path: number, mode: number) => done(fs.chmodSync(here(path), mode)),
    __syscall_chown32: (path: number, owner: number, group: number) =>
      done(fs.chownSync(here(path), owner >>> 0, group >>> 0)),
    __syscall_faccessat: (folder: number, path: number, mode: number) =>
      done(fs.accessSync(below(folder, path), mode)),
    __syscall_utimensat: (): number => {
      throw new SystemError("ENOSYS");
    },
    __syscall_getcwd: (to: number, room: number) => {
      const path = Buffer.from(`${process.cwd()}\0`);
      if (path.length > room >>> 0)
        throw new SystemError("ERANGE");
      return putBytes(path, to, room);
    },
    __syscall_umask: (mask: number) => changeMask(mask),
    __syscall_geteuid32: () => process.geteuid?.() ?? 0,
  };
}
