// The selected field: where it stands, what it means, and its value to be changed.
import type { Field, Value } from 'overworld';
import { button, copyText, element } from '../page/dom.js';
import type { Picture } from '../page/picture.js';
import type { Session } from '../page/session.js';
import { text } from '../text.js';
import { valueText } from './tree.js';
import { controlsFor, isColor } from './controls.js';
import { typeEditor, typeOf, typeValue } from './types.js';
import { isDecoded, writtenOn } from './written.js';
import type { Changer } from '../page/changer.js';

function hex(number: number): string {
  return `0x${number.toString(16)}`;
}

function row(name: string, ...value: (Node | string)[]): Node[] {
  return [element('dt', {}, name), element('dd', {}, ...value)];
}

/** What somebody typed as a value of the field's type. */
function parseValue(typed: string, field: Field): Value {
  if (field.type === 'text' || field.type === 'bytes' || field.type === 'unsigned_64') return typed;
  if (field.type === 'boolean') return typed === 'true';
  // Floats that JSON has no numbers for are texts: "NaN", "Infinity".
  return typed.trim() !== '' && Number.isFinite(Number(typed)) ? Number(typed) : typed.trim();
}

/** What a record is, in words: the name of its type, its address, what is written on it. */
function recordRows(members: readonly Field[]): Node[] {
  return members.flatMap((member) => {
    const { name, type, value, meaning } = member;
    if (isDecoded(member)) return [];
    if (name === 'address') return row(text.address, `C-${String(value)}`);
    if (typeof meaning === 'string') return row(name ?? '', meaning);
    return type === 'text' && value !== '' ? row(name ?? '', String(value)) : [];
  }).concat(members.flatMap((member) => {
    const written = writtenOn(member);
    return written === undefined ? [] : row(text.written, written);
  }));
}

export class DetailsPanel {
  readonly box = element('section', { class: 'details', 'aria-label': text.details });
  readonly #session: Session;
  readonly #picture: Picture;
  readonly #changer: Changer;

  constructor(session: Session, picture: Picture, changer: Changer) {
    this.#changer = changer;
    this.#session = session;
    this.#picture = picture;
    session.on('selected', () => this.#draw());
    session.on('world', () => this.#draw());
    // The types of the world are known.
    session.on('model', () => this.#offerTypes());
    this.#draw();
  }

  #draw(): void {
    const { selection, doc } = this.#session;
    if (!selection || !doc) {
      this.box.replaceChildren(element('p', { class: 'quiet' }, doc ? text.selectHint : ''));
      return;
    }
    const { field, pointer, members, differing } = selection;
    const { others } = this.#session;
    const differs = (member: Field) => differing.includes(member.pointer.slice(pointer.length));
    const about = recordRows(members.filter((member) => !differs(member)));
    const focused = this.box.contains(document.activeElement) ? (document.activeElement as HTMLElement).dataset['pointer'] : undefined;
    const place = field ? `${hex(field.offset)}${field.size === undefined ? '' : `, ${text.bytesCount(field.size)}`}` : '';
    this.box.replaceChildren(
      element('h2', { class: 'pointer' }, element('code', {}, pointer || '/'),
        button({ label: text.copyPointer, text: text.copy, class: 'small' }, () => void this.#copy(pointer))),
      element('dl', {},
        ...about,
        ...(field ? row(text.place, place) : []),
        ...(field && about.length === 0 ? row(text.type, text.typeName(field)) : []),
        ...(field?.meaning !== undefined ? row(text.meaning, String(field.meaning)) : [])),
      ...(others.length > 0 ? [element('p', { class: 'quiet' }, text.severalSelected(others.length + 1))] : []),
      ...[...(field ? [field] : []), ...members].map((one) => this.#textEditor(one, differs(one))),
      ...(field?.kind === 'value' ? [] : controlsFor(pointer, members, (at, value, refuse) =>
        void this.#set(at, value, refuse), differs)),
      ...this.#typeEditor(pointer, members, differs),
      ...(field?.kind === 'value' && writtenOn(field) === undefined ? [this.#editor(field)] : []),
      ...this.#actions(pointer));
    // The value that was just set stays at hand.
    if (focused) this.box.querySelector<HTMLElement>(`[data-pointer="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }

  async #copy(pointer: string): Promise<void> {
    if (await copyText(pointer)) this.#session.say(text.copied);
    else this.#session.say(text.notCopied, 'error');
  }

  /** Sets a field of the selected record, and the same field of the others that are selected, in one step. */
  #set(pointer: string, value: Value, refuse?: (message: string) => void): Promise<unknown> {
    const { selection, selected } = this.#session;
    if (selected.length < 2 || !selection) return this.#session.edit({ kind: 'set', pointer, value }, text.setOf(pointer), refuse);
    const path = pointer.slice(selection.pointer.length);
    const pointers = selected.map((record) => `${record}${path}`);
    return this.#session.edit({ kind: 'setAll', pointers, value }, text.setInAll(path.slice(1), pointers.length), refuse);
  }

  #typeEditor(pointer: string, members: readonly Field[], differs: (member: Field) => boolean): Node[] {
    const { doc, model } = this.#session;
    const type = doc && typeOf(doc.format, pointer, members, model?.types.map(({ name }) => name) ?? []);
    if (!type) return [];
    return [typeEditor(type, differs(type.field), (name, isEverywhere, refuse) => void (isEverywhere
      ? this.#session.edit({ kind: 'replaceType', from: type.name, to: name }, text.replacementOf(type.name), refuse)
      : this.#session.edit({ kind: 'setAll', pointers: this.#session.selected.map((record) => `${record}/${type.field.name}`),
        value: typeValue(name) }, text.typeChangeTo(name), refuse)))];
  }

  /** Offers the types of the world once they are known. What somebody chooses in meanwhile stays. */
  #offerTypes(): void {
    const { selection } = this.#session;
    const shown = this.box.querySelector('.types');
    if (!selection || !shown || shown.contains(document.activeElement)) return;
    const differs = ({ pointer }: Field) => selection.differing.includes(pointer.slice(selection.pointer.length));
    shown.replaceWith(...this.#typeEditor(selection.pointer, selection.members, differs));
  }

  #editor(field: Field): HTMLElement {
    const shown = typeof field.value === 'string' ? field.value : valueText(field.value);
    if ((field.derived && !isDecoded(field)) || field.cut) {
      return element('p', { class: 'quiet' }, field.cut ? text.tooLongToEdit : text.derived, ' ',
        element('code', {}, shown.slice(0, 400)));
    }
    const input = this.#inputFor(field, shown);
    const form = element('form', { class: 'editor', submit: (event: Event) => {
      event.preventDefault();
      void this.#set(field.pointer, parseValue(input.value, field));
    } }, element('label', { for: 'new-value' }, text.value), input,
    element('button', { type: 'submit', class: 'small main' }, text.set));
    return form;
  }

  /** What is written on a component, as text. */
  #textEditor(field: Field, differs: boolean): Node {
    const written = writtenOn(field);
    if (written === undefined) return document.createTextNode('');
    const area = element('textarea', { id: 'new-text', rows: written.includes('\n') ? 4 : 2, spellcheck: 'false' });
    if (differs) area.placeholder = text.differing;
    else area.value = written;
    return element('form', { class: 'editor', submit: (event: Event) => {
      event.preventDefault();
      void this.#set(field.pointer, area.value);
    } }, element('label', { for: 'new-text' }, text.written), area,
    element('button', { type: 'submit', class: 'small main' }, text.set));
  }

  #inputFor(field: Field, shown: string): HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement {
    if (field.type === 'boolean') {
      const select = element('select', { id: 'new-value' }, element('option', {}, 'true'), element('option', {}, 'false'));
      select.value = shown;
      return select;
    }
    if (isColor(field)) return element('input', { id: 'new-value', type: 'color', value: shown });
    if (field.type === 'text' || field.type === 'bytes') {
      const area = element('textarea', { id: 'new-value', rows: shown.length > 60 || shown.includes('\n') ? 4 : 1,
        spellcheck: 'false' });
      area.value = shown;
      return area;
    }
    const input = element('input', { id: 'new-value', inputmode: 'decimal', autocomplete: 'off', spellcheck: 'false' });
    input.value = shown;
    return input;
  }

  /** What can be done to a record as a whole. */
  #actions(pointer: string): Node[] {
    const { selectedRecord } = this.#picture;
    if (selectedRecord === undefined) return [];
    const changes = selectedRecord === pointer ? [
      button({ label: text.removeRecordLong, text: text.removeRecord, class: 'small', keys: 'Delete' }, () => void this.#changer.remove()),
      button({ label: text.turnRecordLong, text: text.turnRecord, class: 'small' }, () => void this.#changer.turn()),
      button({ label: text.mirrorRecordLong, text: text.mirrorRecord, class: 'small' }, () => void this.#changer.mirror()),
    ] : [];
    return [element('p', { class: 'actions' },
      button({ label: text.hideRecordLong, text: text.hideRecord, class: 'small', keys: 'H' },
        () => this.#picture.hideSelection()),
      button({ label: text.isolateRecordLong, text: text.isolateRecord, class: 'small', keys: 'I' },
        () => this.#picture.isolateSelection()),
      ...changes)];
  }
}
