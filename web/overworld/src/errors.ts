// What a call throws.
/// <reference lib="esnext.disposable" preserve="true" />

import type { Loss, Value } from './results.js';

/** How a call failed: the names of ow_status, or "closed" for an object that was closed before. */
export type ErrorCode =
  | 'no memory' | 'too much memory' | 'unknown format' | 'unknown version' | 'truncated' | 'bad value'
  | 'bad json' | 'write failed' | 'cancelled' | 'bad argument' | 'not there' | 'closed' | (string & {});

/** A call that failed, and where. */
export class OverworldError extends Error {
  /** A name that programs can rely on, such as "truncated". */
  readonly code: ErrorCode;
  /** The JSON Pointer of the field, "" for the whole. */
  readonly pointer: string;
  /** Bytes from the start of what was read; of the text where JSON was read. */
  readonly offset: number;
  /** Of `info`: what was found out before the file broke off. */
  found?: { [name: string]: Value } | undefined;
  /** Of `move`, `turn`, `mirror` and `copy`: what stood in the way, such as each record without a mirror image. */
  losses?: Loss[] | undefined;

  constructor(code: ErrorCode, message: string, pointer = '', offset = 0) {
    super(message);
    this.name = 'OverworldError';
    this.code = code;
    this.pointer = pointer;
    this.offset = offset;
  }
}

export function closedError(what: string): OverworldError {
  return new OverworldError('closed', `the ${what} is closed`);
}

/** Lets `using` close objects of a class, where JavaScript knows `using`. */
export function disposable(type: { readonly prototype: { close(): void } }): void {
  if (!Symbol.dispose) return;
  Object.defineProperty(type.prototype, Symbol.dispose, { configurable: true, writable: true,
    value(this: { close(): void }) { this.close(); } });
}
