// A simulation as the page drives it: run, pause, step, at a speed. The Worker runs slices, so that whatever is asked for
// meanwhile is soon answered.
import type { Ran, RunWishes } from '../worker/protocol.js';
import type { Session } from './session.js';

/** A slice takes about so many milliseconds of the Worker. */
const SLICE = 12;
/** What the page could not keep up with is left out beyond this many seconds. */
const MOST_OWED = 0.25;
const MOST_TICKS = Number.MAX_SAFE_INTEGER;

/** Ticks a second; the game does 30. */
export const SPEEDS = [1, 5, 30, 100, 1000, 10_000, Infinity] as const;

export class Simulator {
  /** Where it has come to; undefined: it was not begun. */
  ran: Ran | undefined;
  #speed: number = 30;
  /** Nets whose changes are told one by one, and those whose states are. */
  watched: () => number[] = () => [];
  asked: () => number[] = () => [];
  /** Told after each slice, with the nets that were asked for. */
  onRan: (ran: Ran, asked: number[]) => void = () => undefined;
  onChange: () => void = () => undefined;
  /** Whether somebody used a switch or drove a net since the saved state. */
  isTouched = false;
  readonly #session: Session;
  #isRunning = false;
  #isIdle = false;
  #turn = 0;

  constructor(session: Session) {
    this.#session = session;
  }

  get speed(): number {
    return this.#speed;
  }

  set speed(speed: number) {
    this.#speed = speed;
    this.#isIdle = false;
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** Another world: nothing of it was begun. */
  forget(): void {
    this.#turn++;
    this.#isRunning = false;
    this.isTouched = false;
    this.ran = undefined;
    this.onChange();
  }

  async run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.onChange();
    let last = performance.now(), owed = 0;
    this.#isIdle = false;
    const turn = this.#turn;
    while (this.#isRunning && turn === this.#turn) {
      await new Promise(requestAnimationFrame);
      const now = performance.now();
      owed = Math.min(owed + (now - last) / 1000 * this.speed, Math.max(1, this.speed * MOST_OWED));
      last = now;
      const isBound = Number.isFinite(this.speed);
      const ticks = isBound ? Math.floor(owed) : MOST_TICKS;
      if (ticks < 1 || this.#isIdle || !this.#isRunning || turn !== this.#turn) continue;
      const before = this.ran?.tick ?? 0;
      const ran = await this.#take((wishes) => this.#session.client.call('simulationRun', wishes), ticks, isBound);
      if (!ran) this.pause();
      else owed -= ran.tick - before;
      // As fast as it goes: to where nothing is left to happen, until somebody does something.
      this.#isIdle = !isBound && ran?.rests === true;
    }
  }

  pause(): void {
    this.#isRunning = false;
    this.onChange();
  }

  /** So many ticks, however long they take. */
  async step(ticks: number): Promise<void> {
    this.pause();
    const end = (this.ran?.tick ?? 0) + ticks, turn = this.#turn;
    while ((this.ran?.tick ?? 0) < end && turn === this.#turn && !this.#isRunning) {
      const left = end - (this.ran?.tick ?? 0);
      if (!await this.#take((wishes) => this.#session.client.call('simulationRun', wishes), left, true)) return;
    }
  }

  /** Asks for what has not changed by itself: other nets are looked at. */
  async look(): Promise<void> {
    if (this.ran) await this.#take((wishes) => this.#session.client.call('simulationRun', wishes), 0, true);
  }

  async reset(): Promise<void> {
    this.pause();
    this.#turn++;
    await this.#take((wishes) => this.#session.client.call('simulationReset', wishes), 0, true);
    this.ran = undefined;
    this.isTouched = false;
    this.onChange();
  }

  async hand(address: number, on: boolean, isButton: boolean): Promise<void> {
    this.isTouched = true;
    await this.#take((wishes) => this.#session.client.call('simulationHand', address, on, isButton, wishes), 0, true);
    this.#isIdle = false;
  }

  async drive(net: number, on: boolean): Promise<void> {
    this.isTouched = true;
    await this.#take((wishes) => this.#session.client.call('simulationDrive', net, on, wishes), 0, true);
    this.#isIdle = false;
  }

  async #take(call: (wishes: RunWishes) => Promise<Ran>, ticks: number, keepsTime: boolean): Promise<Ran | undefined> {
    const turn = this.#turn;
    const asked = this.asked();
    const wishes = { ticks, milliseconds: SLICE, keepsTime, watched: this.watched(), asked };
    const ran = await call(wishes).catch((error: unknown) => {
      this.#session.fail(error);
      return undefined;
    });
    if (turn !== this.#turn || !ran) return undefined;
    this.ran = ran;
    this.onRan(ran, asked);
    return ran;
  }
}
