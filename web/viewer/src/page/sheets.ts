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
