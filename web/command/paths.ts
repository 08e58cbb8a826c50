/* Paths as bytes: names of files need not be text. */
import { SystemError } from "./errors.js";
import type { OpenFiles } from "./open-files.js";

/* The folder of a call is the current one. */
const CURRENT_FOLDER = -100;

const SLASH = 0x2f;
const BACKSLASH = 0x5c;
const COLON = 0x3a;

function isAbsolute(path: Buffer): boolean {
  return path[0] === SLASH ||
    (process.platform === "win32" && (path[0] === BACKSLASH || path[1] === COLON));
}

export function join(folder: Buffer, name: Buffer): Buffer {
  return Buffer.concat([folder, Buffer.of(SLASH), name]);
}

/** The path that a call means by an open folder and a path below it. An empty path is an error, as for the system. */
export function resolve(files: OpenFiles, folder: number, path: Buffer): Buffer {
  if (path.length === 0)
    throw new SystemError("ENOENT");
  if (folder === CURRENT_FOLDER || isAbsolute(path))
    return path;
  const above = files.get(folder).path;
  if (!above)
    throw new SystemError("ENOTDIR");
  return join(above, path);
}

/** A path that stays valid: absolute, with all of its parts. */
export function absolute(path: Buffer): Buffer {
  return isAbsolute(path) ? path : join(Buffer.from(process.cwd()), path);
}
