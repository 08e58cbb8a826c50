/* Terminals. */
import * as fs from "node:fs";
import { createRequire } from "node:module";

/* Loaded only for terminals, because it takes time. */
const require = createRequire(import.meta.url);

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
