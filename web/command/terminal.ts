/* Terminals. */
import * as fs from "node:fs";

/* node:tty is loaded only for what may be a terminal, because that takes time. */
export function isTerminal(host: number): boolean {
  return fs.fstatSync(host).isCharacterDevice() && (require("node:tty") as typeof import("node:tty")).isatty(host);
}

export function terminalSize(host: number): { columns: number; rows: number } | undefined {
  if (!isTerminal(host))
    return undefined;
  const stream = host === 2 ? process.stderr : process.stdout;
  if (!stream.isTTY)
    return { columns: 0, rows: 0 };
  return { columns: stream.columns ?? 0, rows: stream.rows ?? 0 };
}
