// Sheets over the page: keys and help, and a JSON Patch to be applied.
import { text } from '../text.js';
import { element } from './dom.js';

function sheet(title: string, ...content: HTMLElement[]): HTMLDialogElement {
  const dialog = element('dialog', { 'aria-label': title }, element('h2', {}, title), ...content);
  dialog.addEventListener('close', () => dialog.remove());
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

export function showHelp(version: string): void {
  sheet(text.helpTitle, element('p', {}, text.helpMouse),
    element('dl', { class: 'keys' }, ...text.helpKeys.flatMap(([keys, what]) =>
      [element('dt', {}, element('kbd', {}, keys)), element('dd', {}, what)])),
    element('form', { method: 'dialog' }, element('span', { class: 'quiet' }, text.version(version)),
      element('button', { class: 'main' }, text.close)));
}

/** Asks before changes are lost that nobody has downloaded. */
export function askToClose(name: string, close: () => void): void {
  const dialog = sheet(text.unsavedTitle, element('p', {}, text.unsaved(name)),
    element('form', { method: 'dialog' }, element('button', { value: '' }, text.cancel),
      element('button', { class: 'main', value: 'close' }, text.closeAnyway)));
  dialog.addEventListener('close', () => dialog.returnValue === 'close' && close());
}

/** What a picture is to be like. */
export interface PictureWishes { kind: 'png' | 'svg'; width: number; height: number; hasBackground: boolean }

/** Asks for the kind and the size of a picture, at most `most` pixels along a side. */
export function askForPicture(size: { width: number; height: number }, most: number, save: (wishes: PictureWishes) => void): void {
  const kind = element('select', {}, element('option', { value: 'png' }, 'PNG'), element('option', { value: 'svg' }, 'SVG'));
  const number = (value: number) => element('input', { type: 'number', min: 1, max: most, step: 1, required: true, value: Math.round(value) });
  const [width, height] = [number(size.width), number(size.height)];
  const background = element('input', { type: 'checkbox', checked: true });
  const labelled = (name: string, ...controls: HTMLElement[]) => element('label', {}, element('span', {}, name), ...controls);
  const form = element('form', { method: 'dialog', class: 'picture-wishes' }, labelled(text.pictureKind, kind),
    labelled(text.width, width), labelled(text.height, height), labelled(text.withBackground, background),
    element('span', { class: 'buttons' }, element('button', { value: '', formnovalidate: true }, text.cancel),
      element('button', { class: 'main', value: 'save' }, text.save)));
  const dialog = sheet(text.pictureTitle, element('p', {}, text.pictureHint), form);
  dialog.addEventListener('close', () => dialog.returnValue === 'save' && save({ kind: kind.value as 'png' | 'svg',
    width: Number(width.value), height: Number(height.value), hasBackground: background.checked }));
}

/** Asks for a JSON Patch; what could not be applied is there to be mended. */
export function askForPatch(apply: (patch: string) => Promise<boolean>, typed = ''): void {
  const area = element('textarea', { rows: 10, cols: 60, spellcheck: 'false', 'aria-label': text.patchTitle });
  area.value = typed;
  const dialog = sheet(text.patchTitle, element('p', {}, text.patchHint), area,
    element('form', { method: 'dialog' }, element('button', { value: '' }, text.cancel),
      element('button', { class: 'main', value: 'apply' }, text.apply)));
  dialog.addEventListener('close', () => {
    if (dialog.returnValue === 'apply') void apply(area.value).then((isDone) => isDone || askForPatch(apply, area.value));
  });
}
