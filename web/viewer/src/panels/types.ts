// The type of records: which one they have, and the types that they can get.
import type { Field, Value } from 'overworld';
import { element } from '../page/dom.js';
import { text } from '../text.js';

/** The field with a record's type, in each format. */
const FIELDS: { [format: string]: string } = { blotter: 'type', city: 'meta_thing', structure: 'id', leveld: 'id' };

/** The type of a record, by a name that the library takes, and the types of such records in the world. */
export interface RecordType { field: Field; name: string; names: string[] }

/** Records of levels have numbers as types; a scene calls them "thing 10". */
function wordIn(pointer: string): string | undefined {
  return /\/(actor|thing|trigger)s\/\d+$/.exec(pointer)?.[1];
}

/** The type of the record that has these members; undefined if it has none. `types` are those of the scene. */
export function typeOf(format: string, record: string, members: readonly Field[], types: readonly string[]): RecordType | undefined {
  const field = members.find(({ name, pointer }) => name === FIELDS[format] && pointer === `${record}/${name}`);
  const word = format === 'leveld' ? wordIn(record) : undefined;
  if (!field || (format === 'leveld' ? word === undefined : field.meaning === undefined)) return undefined;
  const prefix = word === undefined ? '' : `${word} `;
  const name = word === undefined ? field.meaning! : String(field.value);
  const others = types.filter((type) => type.startsWith(prefix)).map((type) => type.slice(prefix.length));
  return { field, name, names: [...new Set([name, ...others])].sort((a, b) => a.localeCompare(b, 'en', { numeric: true })) };
}

/** What `set` takes for a type. */
export function typeValue(name: string): Value {
  return /^\d+$/.test(name) ? Number(name) : name;
}

/** Told the type that was chosen, and whether all records of the old type get it. */
type ChangeType = (name: string, isEverywhere: boolean, refuse: (message: string) => void) => void;

/** A choice of the world's types, and a field for another one. */
export function typeEditor({ name, names }: RecordType, differs: boolean, change: ChangeType): HTMLElement {
  const select = element('select', { id: 'new-type', 'aria-describedby': 'type-refusal' },
    ...(differs ? [element('option', { value: '' }, text.differing)] : []),
    ...names.map((one) => element('option', { value: one }, one)));
  select.value = differs ? '' : name;
  const other = element('input', { type: 'text', 'aria-label': text.otherType, placeholder: text.otherType, autocomplete: 'off',
    spellcheck: 'false', 'aria-describedby': 'type-refusal' });
  const everywhere = element('input', { type: 'checkbox' });
  const refusal = element('p', { class: 'refusal', role: 'alert', id: 'type-refusal' });
  return element('form', { class: 'editor types', submit: (event: Event) => {
    event.preventDefault();
    refusal.textContent = '';
    const chosen = other.value.trim() || select.value;
    if (chosen !== '' && (differs || chosen !== name)) {
      change(chosen, everywhere.checked, (message) => refusal.textContent = message);
    }
  } }, element('label', { for: 'new-type' }, text.recordType), select, other,
  ...(differs ? [] : [element('label', {}, everywhere, text.everywhere(name))]),
  element('button', { type: 'submit', class: 'small' }, text.changeType), refusal);
}
