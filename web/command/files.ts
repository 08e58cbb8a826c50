/* System calls on files: opening, reading, writing, what is known of them. */
import * as fs from "node:fs";

import { sleep } from "./clocks.js";
import { SystemError } from "./errors.js";
import type { Leftovers } from "./leftovers.js";
import { forgetLock, lockFile } from "./locks.js";
import type { Memory } from "./memory.js";
import type { OpenFile, OpenFiles } from "./open-files.js";
import { absolute, resolve } from "./paths.js";
import { isTerminal, terminalSize } from "./terminal.js";

/* Flags of open as emscripten's C library has them, each with its name in Node.js. A host that lacks a flag ignores it,
 * but for those of LINKS_AND_FOLDERS. */
const FLAGS: [number, keyof typeof fs.constants][] = [
  [0o100, "O_CREAT"], [0o200, "O_EXCL"], [0o1000, "O_TRUNC"], [0o2000, "O_APPEND"], [0o4000, "O_NONBLOCK"],
  [0o200000, "O_DIRECTORY"], [0o400000, "O_NOFOLLOW"],
];
const NEW = 0o300;
const APPEND = 0o2000;
const FOLDER = 0o200000;
const NO_FOLLOW = 0o400000;
const ENTER_ONLY = 0o10000000;

/* Flags of the calls that take a folder. */
const NO_FOLLOW_AT = 0x100;
const REMOVE_FOLDER = 0x200;

/* The most that Node.js reads or writes in one call. */
const MOST = 0x7fffffff;

const SEEK_CURRENT = 1;
const SEEK_END = 2;

/* Commands of fcntl. */
const DUPLICATE = 0;
const GET_FLAGS_OF_DESCRIPTOR = 1;
const SET_FLAGS_OF_DESCRIPTOR = 2;
const GET_FLAGS = 3;
const SET_FLAGS = 4;
const GET_LOCK = 5;
const DUPLICATE_CLOSED = 1030;

const WINDOW_SIZE = 0x5413;

/* The types of WASI. */
const TERMINAL = 2;
const OTHER_TYPE = 0;

/* The folder that a call without one is relative to: the current folder. */
const HERE = -100;

/** Repeats a call for as long as a pipe of another program does not block. */
function patiently<Result>(call: () => Result): Result {
  for (;;) {
    try {
      return call();
    } catch (thrown) {
      if ((thrown as { code?: string }).code !== "EAGAIN")
        throw thrown;
      sleep(5);
    }
  }
}

function hostFlags(flags: number): number {
  let host = flags & 3;
  for (const [flag, name] of FLAGS)
    if (flags & flag)
      host |= fs.constants[name] ?? 0;
  return host;
}

function open(files: OpenFiles, leftovers: Leftovers, path: Buffer, flags: number, mode: number): number {
  const file: OpenFile = { host: undefined, path: absolute(path), flags, position: 0, descriptors: 0 };
  if ((flags & ENTER_ONLY) || (process.platform === "win32" && (flags & FOLDER))) {
    const about = flags & NO_FOLLOW ? fs.lstatSync(path) : fs.statSync(path);
    if (!about.isDirectory())
      throw new SystemError("ENOTDIR");
  } else {
    if ((flags & NO_FOLLOW) && fs.constants.O_NOFOLLOW === undefined &&
        fs.lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
      throw new SystemError("ELOOP");
    /* Noted before it is there: a signal may come in between. */
    if ((flags & NEW) === NEW)
      leftovers.note(file.path!);
    file.host = fs.openSync(path, hostFlags(flags), mode);
    const about = fs.fstatSync(file.host);
    if ((flags & APPEND) || !(about.isFile() || about.isDirectory()))
      file.position = undefined;
  }
  return files.add(file);
}

/** Writes what is known of a file as `struct stat`, whose layout start.c states. */
function putStat(memory: Memory, at: number, about: fs.BigIntStats): void {
  const view = memory.view;
  at >>>= 0;
  const put = (offset: number, value: bigint): void => view.setUint32(at + offset, Number(BigInt.asUintN(32, value)), true);
  put(0, about.dev);
  put(8, about.ino);
  put(12, about.mode);
  put(16, about.nlink);
  put(20, about.uid);
  put(24, about.gid);
  put(28, about.rdev);
  view.setBigInt64(at + 40, about.size, true);
  put(48, about.blksize ?? 4096n);
  put(52, about.blocks ?? 0n);
  [about.atimeNs, about.mtimeNs, about.ctimeNs].forEach((time, i) => {
    put(56 + 8 * i, time / 1_000_000_000n);
    put(60 + 8 * i, time % 1_000_000_000n);
  });
  view.setBigUint64(at + 80, BigInt.asUintN(64, about.ino), true);
}

function statOfPath(path: Buffer, follow: boolean): fs.BigIntStats {
  const options = { bigint: true, throwIfNoEntry: false } as const;
  const about = follow ? fs.statSync(path, options) : fs.lstatSync(path, options);
  if (!about)
    throw new SystemError("ENOENT");
  return about;
}

function statOfFile(file: OpenFile): fs.BigIntStats {
  if (file.host !== undefined)
    return fs.fstatSync(file.host, { bigint: true });
  return statOfPath(file.path!, true);
}

/** Reads into memory until `size` bytes are read or the file ends. `position` undefined: once, where the system is. */
function readAt(memory: Memory, host: number, at: number, size: number, position: number | undefined): number {
  let done = 0;
  while (done < size) {
    let got;
    try {
      got = patiently(() => fs.readSync(host, memory.bytes, at + done, Math.min(size - done, MOST),
                                        position === undefined ? null : position + done));
    } catch (thrown) {
      if ((thrown as { code?: string }).code !== "EOF") /* a closed pipe, in Windows */
        throw thrown;
      got = 0;
    }
    done += got;
    if (got === 0 || position === undefined)
      break;
  }
  return done;
}

/** The system calls on files. */
function systemCalls(memory: Memory, files: OpenFiles, leftovers: Leftovers) {
  const duplicate = (descriptor: number, least = 0): number => files.add(files.get(descriptor), least);
  const statAt = (folder: number, path: number, to: number, flags: number): number => {
    putStat(memory, to, statOfPath(resolve(files, folder, memory.word(path)), !(flags & NO_FOLLOW_AT)));
    return 0;
  };

  return {
    __syscall_open: (path: number, flags: number, more: number) =>
      open(files, leftovers, resolve(files, HERE, memory.word(path)), flags, memory.argument(more)),
    __syscall_openat: (folder: number, path: number, flags: number, more: number) =>
      open(files, leftovers, resolve(files, folder, memory.word(path)), flags, memory.argument(more)),
    __syscall_stat64: (path: number, to: number) => statAt(HERE, path, to, 0),
    __syscall_lstat64: (path: number, to: number) => statAt(HERE, path, to, NO_FOLLOW_AT),
    __syscall_fstatat64: statAt,
    __syscall_fstat64: (descriptor: number, to: number) => {
      putStat(memory, to, statOfFile(files.get(descriptor)));
      return 0;
    },
    __syscall_ftruncate64: (descriptor: number, low: number, high: number) => {
      fs.ftruncateSync(files.host(descriptor), high * 2 ** 32 + (low >>> 0));
      return 0;
    },
    __syscall_fdatasync: (descriptor: number) => {
      fs.fdatasyncSync(files.host(descriptor));
      return 0;
    },
    __syscall_fchmod: (descriptor: number, mode: number) => {
      fs.fchmodSync(files.host(descriptor), mode);
      return 0;
    },
    __syscall_fchown32: (descriptor: number, owner: number, group: number) => {
      fs.fchownSync(files.host(descriptor), owner >>> 0, group >>> 0);
      return 0;
    },
    __syscall_dup: (descriptor: number) => duplicate(descriptor),
    __syscall_fcntl64: (descriptor: number, command: number, more: number) => {
      const file = files.get(descriptor);
      switch (command) {
        case DUPLICATE:
        case DUPLICATE_CLOSED:
          return duplicate(descriptor, memory.argument(more));
        case GET_FLAGS_OF_DESCRIPTOR:
          if (file.host !== undefined)
            fs.fstatSync(file.host);
          return 0;
        case SET_FLAGS_OF_DESCRIPTOR:
        case SET_FLAGS:
          return 0;
        case GET_FLAGS:
          return file.flags;
        default:
          if (command < GET_LOCK || command > GET_LOCK + 2)
            throw new SystemError("EINVAL");
          return lockFile(memory, file, command === GET_LOCK, memory.argument(more));
      }
    },
    __syscall_ioctl: (descriptor: number, request: number, more: number) => {
      const size = request === WINDOW_SIZE ? terminalSize(files.host(descriptor)) : undefined;
      if (!size)
        throw new SystemError("ENOTTY");
      const at = memory.argument(more) >>> 0;
      memory.view.setUint16(at, size.rows, true);
      memory.view.setUint16(at + 2, size.columns, true);
      memory.view.setUint32(at + 4, 0, true);
      return 0;
    },
    __syscall_unlinkat: (folder: number, path: number, flags: number) => {
      const name = resolve(files, folder, memory.word(path));
      if (flags & REMOVE_FOLDER)
        fs.rmdirSync(name);
      else
        fs.unlinkSync(name);
      leftovers.forget(absolute(name));
      return 0;
    },
    /* Files are not mapped, but read as a whole. */
    _mmap_js: (_at: number, size: number, _protection: number, _flags: number, descriptor: number, offset: number,
               allocated: number) => {
      const host = files.host(descriptor), length = size >>> 0;
      const at = memory.allocate(length);
      if (at === 0)
        throw new SystemError("ENOMEM");
      const got = readAt(memory, host, at, length, offset >>> 0);
      memory.bytes.fill(0, at + got, at + length);
      memory.setNumber(allocated, 1);
      return at;
    },
    _munmap_js: () => 0,
  };
}

/** Reading and writing the parts of memory that a call lists. `brokenPipe` is called if the reader of a pipe has gone. */
function transfers(memory: Memory, files: OpenFiles, brokenPipe: () => void) {
  const read = (descriptor: number, at: number, size: number): number => {
    const file = files.get(descriptor);
    const got = readAt(memory, files.host(descriptor), at, size, file.position);
    if (file.position !== undefined)
      file.position += got;
    return got;
  };
  const write = (descriptor: number, at: number, size: number): number => {
    const file = files.get(descriptor), host = files.host(descriptor);
    let done;
    try {
      done = patiently(() => fs.writeSync(host, memory.bytes, at, Math.min(size, MOST), file.position ?? null));
    } catch (thrown) {
      if ((thrown as { code?: string }).code === "EPIPE")
        brokenPipe();
      throw thrown;
    }
    if (file.position !== undefined)
      file.position += done;
    return done;
  };
  /** Calls `move` for each part of a list of parts of memory. Returns how many bytes it moved. */
  const each = (parts: number, count: number, move: (at: number, size: number) => number): number => {
    let done = 0;
    for (let i = 0; i < count; i++) {
      const at = memory.view.getUint32((parts >>> 0) + 8 * i, true);
      const size = memory.view.getUint32((parts >>> 0) + 8 * i + 4, true);
      const moved = size === 0 ? 0 : move(at, size);
      done += moved;
      if (moved < size)
        break;
    }
    return done;
  };
  return { read, write, each };
}

/** The calls of WASI that emscripten's C library makes: they return a number of an error. */
function wasiCalls(memory: Memory, files: OpenFiles, brokenPipe: () => void) {
  const { read, write, each } = transfers(memory, files, brokenPipe);
  return {
    fd_write: (descriptor: number, parts: number, count: number, written: number) => {
      memory.setNumber(written, each(parts, count, (at, size) => write(descriptor, at, size)));
      return 0;
    },
    fd_read: (descriptor: number, parts: number, count: number, got: number) => {
      memory.setNumber(got, each(parts, count, (at, size) => read(descriptor, at, size)));
      return 0;
    },
    fd_seek: (descriptor: number, offset: bigint, origin: number, to: number) => {
      const file = files.get(descriptor);
      if (file.position === undefined || file.host === undefined)
        throw new SystemError("ESPIPE");
      const from = origin === SEEK_END ? fs.fstatSync(file.host).size : origin === SEEK_CURRENT ? file.position : 0;
      const position = from + Number(offset);
      if (position < 0)
        throw new SystemError("EINVAL");
      file.position = position;
      memory.view.setBigInt64(to >>> 0, BigInt(position), true);
      return 0;
    },
    fd_close: (descriptor: number) => {
      const file = files.get(descriptor);
      files.close(descriptor);
      if (file.descriptors === 0)
        forgetLock(file);
      return 0;
    },
    fd_sync: (descriptor: number) => {
      const host = files.get(descriptor).host;
      if (host === undefined)
        throw new SystemError("EINVAL");
      fs.fsyncSync(host);
      return 0;
    },
    fd_fdstat_get: (descriptor: number, to: number) => {
      memory.bytes.fill(0, to >>> 0, (to >>> 0) + 24);
      memory.bytes[to >>> 0] = isTerminal(files.host(descriptor)) ? TERMINAL : OTHER_TYPE;
      return 0;
    },
  };
}

/** All calls on files. */
export function fileCalls(memory: Memory, files: OpenFiles, leftovers: Leftovers, brokenPipe: () => void) {
  return { system: systemCalls(memory, files, leftovers), wasi: wasiCalls(memory, files, brokenPipe) };
}
