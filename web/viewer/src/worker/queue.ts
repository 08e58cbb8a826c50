// The order of requests: what a panel waits for goes before long work that was asked for earlier.
import type { Calls, Request } from './protocol.js';

type Name = keyof Calls;

/** Short looks into a world. They change nothing, so they may overtake. */
const SHORT: ReadonlySet<Name> = new Set<Name>(['fields', 'children', 'locate', 'members']);
/** Long looks into a world, which change nothing either. */
const LONG: ReadonlySet<Name> = new Set<Name>(['render', 'model', 'info', 'folderInfo', 'check']);

/** Answers requests one after another. */
export class Queue {
  readonly #answer: (request: Request) => Promise<void>;
  readonly #waiting: Request[] = [];
  readonly #next = new MessageChannel();
  #isBusy = false;

  constructor(answer: (request: Request) => Promise<void>) {
    this.#answer = answer;
    this.#next.port1.onmessage = () => void this.#goOn();
  }

  add(request: Request): void {
    this.#waiting.push(request);
    if (this.#isBusy) return;
    this.#isBusy = true;
    void this.#goOn();
  }

  async #goOn(): Promise<void> {
    const request = this.#take();
    this.#isBusy = request !== undefined;
    if (!request) return;
    await this.#answer(request);
    this.#next.port2.postMessage(undefined); // after the requests that have come meanwhile
  }

  /** The first request, or a short one behind it that only long ones are before. */
  #take(): Request | undefined {
    const at = this.#waiting.findIndex(({ name }) => !LONG.has(name));
    const isShort = at > 0 && SHORT.has(this.#waiting[at]!.name);
    return this.#waiting.splice(isShort ? at : 0, 1)[0];
  }
}
