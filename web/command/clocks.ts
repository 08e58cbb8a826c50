/* Clocks, and times where the command runs. */
import type { Memory } from "./memory.js";

/** Waits, as no call of Node.js does. */
export function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/** Nanoseconds since a fixed moment, or since 1970. */
export function now(isMonotonic: number): bigint {
  return isMonotonic ? process.hrtime.bigint()
    : BigInt(Math.round((performance.timeOrigin + performance.now()) * 1e3)) * 1000n;
}

function dayOfYear(date: Date): number {
  const midnight = Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  return (midnight - Date.UTC(date.getFullYear(), 0, 1)) / 86_400_000;
}

/** The calls by which emscripten's C library asks for local time. */
export function timeCalls(memory: Memory) {
  return {
    _localtime_js: (seconds: number, to: number) => {
      const date = new Date(memory.view.getInt32(seconds >>> 0, true) * 1000);
      const offset = -date.getTimezoneOffset();
      const january = new Date(date.getFullYear(), 0, 1), july = new Date(date.getFullYear(), 6, 1);
      const usual = Math.min(-january.getTimezoneOffset(), -july.getTimezoneOffset());
      const members = [date.getSeconds(), date.getMinutes(), date.getHours(), date.getDate(), date.getMonth(),
                       date.getFullYear() - 1900, date.getDay(), dayOfYear(date), offset > usual ? 1 : 0, offset * 60];
      members.forEach((value, i) => memory.setNumber(to + 4 * i, value));
      return 0;
    },
    /* Names of zones are not asked for. */
    _tzset_js: () => 0,
  };
}
