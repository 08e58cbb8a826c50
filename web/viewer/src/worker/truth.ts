// Truth tables: what nets come to in all cases of the inputs, each case from the saved state.
import { OverworldError } from 'overworld';
import type { Circuit, NetRow, Port, Simulation } from 'overworld';
import type { TruthColumn, TruthTable } from './protocol.js';

const MOST_INPUTS = 10;
/** Nets that are asked for at once. */
const AT_ONCE = 1000;
/** A case that does not come to rest in so many ticks has no values. */
const MOST_TICKS = 10_000;
/** All cases together take no longer. */
const MOST_MILLISECONDS = 20_000;

/** The switches and buttons of a net. */
function handsOf({ ports }: NetRow): Port[] {
  return ports.filter(({ kind }) => kind === 'switch' || kind === 'button');
}

/** Whether nothing but a hand decides what a net is. */
function isFree(row: NetRow): boolean {
  return row.drivers === handsOf(row).length && row.ports.some(({ kind }) => kind !== 'display');
}

/** Sets a net that is free. */
function set(simulation: Simulation, row: NetRow, on: boolean): void {
  const hands = handsOf(row);
  for (const { component } of hands) simulation.set(component, on);
  if (hands.length === 0) simulation.drive(row.number, on);
}

interface Column { name: string; rows: NetRow[]; isInput: boolean }

/** Columns of chosen nets, inputs first. If no input was chosen, these are all inputs of the circuit. */
function columnsOf(circuit: Circuit, chosen: readonly { name: string; nets: number[] }[]): Column[] {
  const columns = chosen.map(({ name, nets }) => {
    const rows = circuit.rows(nets);
    return { name, rows, isInput: rows.every(isFree) };
  });
  const outputs = columns.filter(({ isInput }) => !isInput), inputs = columns.filter(({ isInput }) => isInput);
  if (outputs.length === 0) throw new OverworldError('bad value', 'only inputs are chosen: choose the net of an output too');
  if (inputs.length > 0) return [...inputs, ...outputs];
  return [...allInputs(circuit).map((row) => ({ name: row.name, rows: [row], isInput: true })), ...outputs];
}

/** Of many inputs so many that they are too many: a circuit may have millions of nets. */
function allInputs(circuit: Circuit): NetRow[] {
  const order = circuit.search(), found: NetRow[] = [];
  for (let at = 0; at < order.length && found.length <= MOST_INPUTS; at += AT_ONCE) {
    found.push(...circuit.rows(order.subarray(at, at + AT_ONCE)).filter(isFree));
  }
  return found;
}

function value(states: Uint8Array, rows: readonly NetRow[]): number {
  return rows.reduce((sum, { number }, bit) => sum + states[number]! * 2 ** bit, 0);
}

/** Runs one case. */
function run(circuit: Circuit, columns: readonly Column[], inputs: readonly NetRow[], number: number): number[] {
  const simulation = circuit.simulate();
  try {
    inputs.forEach((row, i) => set(simulation, row, (number >> inputs.length - 1 - i & 1) === 1));
    simulation.step(1);
    simulation.runFor(MOST_MILLISECONDS, MOST_TICKS);
    const { rests } = simulation, states = simulation.netStates();
    return columns.map(({ rows, isInput }) => isInput || rests ? value(states, rows) : NaN);
  } finally {
    simulation.close();
  }
}

export function truthTable(circuit: Circuit, chosen: readonly { name: string; nets: number[] }[]): TruthTable {
  const columns = columnsOf(circuit, chosen);
  const inputs = columns.flatMap(({ rows, isInput }) => isInput ? [...rows].reverse() : []);
  if (inputs.length === 0) throw new OverworldError('bad value', 'the circuit has no inputs');
  if (inputs.length > MOST_INPUTS) {
    throw new OverworldError('limit', `more than ${MOST_INPUTS} inputs, the most of a table: choose the nets of some inputs`);
  }
  const end = performance.now() + MOST_MILLISECONDS, values: number[] = [];
  for (let number = 0; number < 1 << inputs.length; number++) {
    values.push(...run(circuit, columns, inputs, number));
    if (performance.now() > end) throw new OverworldError('limit', 'the table takes too long: choose fewer inputs');
  }
  return { values: Float64Array.from(values), columns: columns.map(({ name, rows, isInput }): TruthColumn =>
    ({ name, isInput, bits: rows.map((row) => row.name).reverse() })) };
}
