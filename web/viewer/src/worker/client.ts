// The page's end of the Worker: typed requests, progress, and an end to what takes too long.
import type { Answer, Calls, Failure, Request } from './protocol.js';

declare const WORKER_SCRIPT: string;

/** A call that the library refused. */
export class LibraryError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** A request that was stopped. */
export class Stopped extends Error {}

interface Waiting { resolve(result: unknown): void; reject(error: Error): void }

export interface Busy { calls: number; done: number; total: number }

export class Client {
  readonly #module: WebAssembly.Module;
  readonly #address: string;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker;
  #next = 1;
  #busy: Busy = { calls: 0, done: 0, total: 0 };
  /** Told when work begins, goes on and ends. */
  onBusy: (busy: Busy) => void = () => undefined;

  constructor(module: WebAssembly.Module) {
    this.#module = module;
    this.#address = URL.createObjectURL(new Blob([WORKER_SCRIPT], { type: 'text/javascript' }));
    this.#worker = this.#begin();
  }

  /** Loads the library into the Worker. */
  start(): Promise<ReturnType<Calls['start']>> {
    return this.call('start', this.#module);
  }

  call<Name extends keyof Calls>(name: Name, ...values: Parameters<Calls[Name]>): Promise<ReturnType<Calls[Name]>> {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (result: unknown) => void, reject });
      this.#notify({ calls: this.#waiting.size });
      this.#worker.postMessage({ id, name, values } satisfies Request);
    });
  }

  /** Ends the Worker, whatever it does; a fresh one has no world open. */
  async restart(): Promise<void> {
    this.#worker.terminate();
    const stopped = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#notify({ calls: 0 });
    for (const { reject } of stopped) reject(new Stopped());
    this.#worker = this.#begin();
    await this.start();
  }

  /** Ends the Worker for good. */
  end(): void {
    this.#worker.terminate();
    URL.revokeObjectURL(this.#address);
    this.#waiting.clear();
  }

  #begin(): Worker {
    const worker = new Worker(this.#address);
    worker.addEventListener('message', (event: MessageEvent<Answer>) => this.#take(event.data));
    worker.addEventListener('error', (event) => this.#fail(event.message));
    return worker;
  }

  #take(answer: Answer): void {
    if ('total' in answer) {
      this.#notify({ done: answer.done, total: answer.total });
      return;
    }
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    this.#notify({ calls: this.#waiting.size, done: 0, total: 0 });
    if ('failure' in answer) waiting?.reject(new LibraryError(answer.failure));
    else waiting?.resolve(answer.result);
  }

  #fail(message: string): void {
    const failed = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#notify({ calls: 0 });
    for (const { reject } of failed) reject(new LibraryError({ code: 'failed', message, pointer: '', offset: 0 }));
  }

  #notify(change: Partial<Busy>): void {
    this.#busy = { ...this.#busy, ...change };
    this.onBusy(this.#busy);
  }
}
