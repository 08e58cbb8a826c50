// The right control for each decoded value of a record: a text, a number, a switch, a colour. What the library refuses
// is said below the control, which keeps what was typed.
import type { Field, Value } from 'overworld';
import { element } from '../page/dom.js';
import { text } from '../text.js';
import { isDecoded, writtenOn } from './written.js';

const AXES = ['x', 'y', 'z'];

/** Sets a value; tells what the library refuses. */
export type SetValue = (pointer: string, value: Value, refuse: (message: string) => void) => void;

/** Whether a decoded value has a control of its own. */
function hasControl(field: Field): boolean {
  return isDecoded(field) && field.kind === 'value' && !field.cut && writtenOn(field) === undefined;
}

export function isColor(field: Field): boolean {
  return isDecoded(field) && field.type === 'text' && /^#[0-9a-f]{6}$/i.test(String(field.value));
}

/** "label/size x", "place x". */
function nameOf(field: Field, record: string): string {
  const words = field.pointer.slice(record.length + 1).split('/').map((word) => word.replaceAll('_', ' '));
  const last = words.at(-1)!;
  if (/^\d+$/.test(last)) words[words.length - 1] = AXES[Number(last)] ?? last;
  return words.join(' ');
}

function inputFor(field: Field): HTMLInputElement {
  const { type, value } = field;
  const isNumber = type === 'integer' || type === 'float';
  const input = element('input', { type: type === 'boolean' ? 'checkbox' : isColor(field) ? 'color' : isNumber ? 'number' : 'text',
    step: isNumber ? 'any' : undefined, autocomplete: 'off', spellcheck: 'false', 'data-pointer': field.pointer });
  if (type === 'boolean') input.checked = value === true;
  else input.value = String(value);
  return input;
}

/** What a control holds; undefined if it is no value. */
function valueIn(input: HTMLInputElement): Value | undefined {
  if (input.type === 'checkbox') return input.checked;
  if (input.type === 'number') return input.value === '' || input.validity.badInput ? undefined : input.valueAsNumber;
  return input.value;
}

/** Shows that the value is not the same in all records. */
function leaveOpen(input: HTMLInputElement): void {
  if (input.type === 'checkbox') input.indeterminate = true;
  else if (input.type !== 'color') input.value = '';
  input.placeholder = input.title = text.differing;
}

/** Controls for the decoded values among a record's members. `differs` holds if other selected records have another. */
export function controlsFor(record: string, members: readonly Field[], set: SetValue, differs: (field: Field) => boolean): Node[] {
  const fields = members.filter(hasControl);
  if (fields.length === 0) return [];
  return [element('div', { class: 'controls', role: 'group', 'aria-label': text.values }, ...fields.map((field, number) => {
    const input = inputFor(field);
    if (differs(field)) leaveOpen(input);
    const refusal = element('p', { class: 'refusal', role: 'alert', id: `refusal-${number}` });
    input.setAttribute('aria-describedby', refusal.id);
    input.addEventListener('change', () => {
      const value = valueIn(input);
      const refuse = (message: string) => {
        refusal.textContent = message;
        refusal.scrollIntoView({ block: 'nearest' });
        input.setAttribute('aria-invalid', 'true');
      };
      refusal.textContent = '';
      input.removeAttribute('aria-invalid');
      if (value === undefined) refuse(text.noNumber);
      else set(field.pointer, value, refuse);
    });
    return element('div', {}, element('label', {}, element('span', {}, nameOf(field, record)), input), refusal);
  }))];
}
