// What the world can be saved as: everything that the command writes.
import { drawLosses } from '../panels/facts.js';
import { save } from '../panels/compare.js';
import { text } from '../text.js';
import type { Export, Exported } from '../worker/protocol.js';
import { element } from './dom.js';
import type { Picture } from './picture.js';
import type { Doc, Session } from './session.js';
import { askForPicture } from './sheets.js';

/** Pixels along a side of a picture that the library draws. */
const MOST_SIDE = 16384;

interface Choice { label: string; extension: string; what: Export }

function choicesOf(session: Session, picture: Picture): Choice[] {
  const { doc, format } = session;
  if (!doc || !format) return [];
  const options = picture.framed();
  const choice = picture.looking.choice(session.model);
  const version = session.info?.['version'];
  const choices: Choice[] = [{ label: text.worldFile(doc.extension), extension: doc.extension, what: { kind: 'world' } }];
  for (let other = format.newest_version; other >= format.oldest_written; other--) {
    if (other !== version) choices.push({ label: text.asVersion(other), extension: doc.extension,
      what: { kind: 'world', version: other } });
  }
  choices.push(
    ...folderChoice(doc, format.folder_files),
    { label: 'JSON', extension: 'json', what: { kind: 'json' } },
    { label: text.pngPicture, extension: 'png', what: { kind: 'png', options, choice } },
    { label: text.svgPicture, extension: 'svg', what: { kind: 'svg', options, choice } },
    { label: text.glbModel, extension: 'glb', what: { kind: 'glb', choice } });
  if (doc.format === 'leveld') choices.push({ label: text.tiledMap, extension: 'zip', what: { kind: 'tiled', name: baseOf(doc.name) } });
  return choices;
}

/** A save that is a folder: the world with its other files. */
function folderChoice({ name, side, extension }: Doc, names: string[]): Choice[] {
  const worldName = names.find((one) => one.endsWith(`.${extension}`));
  if (Object.keys(side.folder ?? {}).length === 0 || worldName === undefined) return [];
  const folder = name.includes('/') ? name.split('/').at(-2)! : baseOf(name);
  return [{ label: text.folderFile, extension: 'zip', what: { kind: 'folder', name: folder, worldName } }];
}

/** What there is to download, by its name. */
export function downloads(session: Session, picture: Picture): [string, () => void][] {
  const choices = choicesOf(session, picture).map((choice): [string, () => void] =>
    [choice.label, () => void download(session, choice)]);
  return choices.length === 0 ? [] : [...choices, [text.anyPicture, () => downloadSized(session, picture)]];
}

/** A picture of a size that is asked for first. */
function downloadSized(session: Session, picture: Picture): void {
  const { width = 1, height = 1 } = picture.framed();
  askForPicture({ width, height }, MOST_SIDE, (wishes) => {
    const options = { ...picture.sized(wishes.width, wishes.height), ...(wishes.hasBackground ? {} : { transparent: true }) };
    void download(session, { label: '', extension: wishes.kind,
      what: { kind: wishes.kind, options, choice: picture.looking.choice(session.model) } });
  });
}

/** The name of a world's file without folder and extension. */
function baseOf(name: string): string {
  return name.split('/').pop()!.replace(/\.[^.]*$/, '');
}

async function download(session: Session, { extension, what }: Choice): Promise<void> {
  const { doc } = session;
  if (!doc) return;
  const { file } = session;
  const isAsItIs = what.kind === 'world' && what.version === undefined;
  const made: Exported | undefined = isAsItIs ? { file, losses: [] }
    : await session.guard(() => session.client.call('export', what));
  if (!made) return;
  if (isAsItIs || what.kind === 'json' || what.kind === 'folder') doc.saved = file;
  save(`${baseOf(doc.name)}.${extension}`, made.file);
  if (made.losses.length > 0) showLosses(made.losses);
}

function showLosses(losses: Parameters<typeof drawLosses>[0]): void {
  const dialog = element('dialog', { 'aria-label': text.lossesTitle }, element('h2', {}, text.lossesTitle),
    drawLosses(losses), element('form', { method: 'dialog' }, element('button', { class: 'main' }, text.close)));
  document.body.append(dialog);
  dialog.addEventListener('close', () => dialog.remove());
  dialog.showModal();
}
