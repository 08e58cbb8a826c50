/* Terminals. */
import * as fs from "node:fs";

/* node:tty is loaded only for what may be a terminal, because that takes time. */
export function isTerminal(host: number): boolean {
  return fs.fstatSync(host).isCharacterDevice() && (require("node:tty") as typeof import("node:tty")).isatty(host);
}

export function terminalSize(host: number): { columns: number; rows: number } | undefined {
  if (!isTerminal(host))
    return undefined;
  const { WriteStream } = require("node:tty") as typeof import("node:tty");
  const [columns, rows] = new WriteStream(host).getWindowSize();
  return { columns, rows };
}
