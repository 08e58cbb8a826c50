// Mods and folders of saves in the page: dropped, chosen, put into it by the command, saved.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command, dist, foundByAxe, openPage, sample, scratch } from './harness.mjs';

const alone = `file://${join(dist, 'overworld.html')}`;
const parts = sample('mods/parts.partialworld');
const demo = sample('mods/DemoMod');

/** Drops files and folders as a browser's user does. */
async function drop(tested, ...files) {
  const session = await tested.context.newCDPSession(tested.page);
  const data = { items: [], files, dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop']) {
    await session.send('Input.dispatchDragEvent', { type, x: 640, y: 400, data });
  }
}

function converted(name, world, ...options) {
  const path = join(scratch, name);
  if (!existsSync(path)) command('convert', world, path, ...options);
  return readFileSync(path);
}

/** What a GLB shows, without the title, which the command gives it. */
function modelOf(glb) {
  const size = glb.readUInt32LE(12);
  const { scenes, ...rest } = JSON.parse(glb.subarray(20, 20 + size).toString());
  return [{ ...rest, scenes: scenes.map((scene) => ({ ...scene, name: '' })) }, glb.subarray(20 + size).toString('base64')];
}

const shownBy = async (tested) => modelOf(await tested.download('Model (GLB)'));

const withMods = () => modelOf(converted('with-mods.glb', parts, '--mods', sample('mods')));
const withoutMods = () => modelOf(converted('without-mods.glb', parts));
const facts = (tested) => tested.text('.facts');
const toasts = (tested) => tested.page.locator('.toasts p').allTextContents();

/** What the page shows with mods is what the command draws with them. */
async function isModded(tested, what) {
  assert.deepEqual(await shownBy(tested), withMods(), `${what}: the model with mods`);
  const said = await facts(tested);
  assert.match(said, /DemoMod \d+ of \d+ types with a shape/, what);
  assert.match(said, /shape read, \d+ here/, what);
  await tested.tab('problems');
  assert.ok(!(await tested.text('.problems')).includes('FOLDER_'), what);
  await tested.tab('facts');
}

async function viewTakesMods() {
  const [html, bare] = [join(scratch, 'mods.html'), join(scratch, 'no-mods.html')];
  const page = ['--page', join(dist, 'overworld.html'), '--force'];
  command('view', parts, '--mods', sample('mods'), '-o', html, ...page);
  command('view', parts, '-o', bare, ...page);
  const tested = await openPage(`file://${html}`), other = await openPage(`file://${bare}`);
  await tested.shown();
  await other.shown();
  await isModded(tested, 'view --mods');
  assert.deepEqual(await shownBy(other), withoutMods());
  assert.notDeepEqual(withMods(), withoutMods());
  assert.ok(!(await facts(other)).includes('with a shape'));
  // The mods are those of a page's worlds, also when the library begins anew.
  await tested.page.click('text=Remove the mods');
  await tested.shown();
  assert.deepEqual(await shownBy(tested), withoutMods(), 'without them again');
  assert.deepEqual([...tested.wrong, ...other.wrong], []);
  await tested.close();
  await other.close();
}

async function takesFoldersOfMods() {
  const save = join(scratch, 'Modded');
  mkdirSync(save, { recursive: true });
  copyFileSync(parts, join(save, 'data.partialworld'));
  writeFileSync(join(save, 'meta.jecs'), 'Title: Lamps and gates\nDescription: of mods\n');
  // A folder with a world and a folder of mods at once.
  const both = await openPage(alone);
  await drop(both, sample('mods/DemoMod'), save);
  await both.shown();
  assert.equal(await both.page.locator('.world').count(), 1);
  await isModded(both, 'both at once');
  assert.match(await facts(both), /Lamps and gates/);
  // After the world; the circuit has the contacts then.
  const after = await openPage(alone);
  await after.open(parts);
  assert.deepEqual(await shownBy(after), withoutMods());
  await drop(after, demo);
  await after.page.waitForSelector('.toasts >> text=1 mod read: ');
  await after.shown();
  await isModded(after, 'after the world');
  await after.tab('circuit');
  await after.idle();
  const { contacts } = JSON.parse(command('nets', '--json', parts, '--mods', sample('mods')));
  assert.ok(contacts > 0);
  // By the chooser of folders, before any world.
  const chosen = await openPage(alone);
  const [chooser] = await Promise.all([chosen.page.waitForEvent('filechooser'), chosen.page.click('.welcome >> text=Open a folder')]);
  await chooser.setFiles(sample('mods/DemoMod'));
  await chosen.page.waitForSelector('.toasts >> text=1 mod read: ');
  await chosen.open(parts);
  await isModded(chosen, 'before the world');
  assert.deepEqual([...both.wrong, ...after.wrong, ...chosen.wrong], []);
  for (const tested of [both, after, chosen]) await tested.close();
}

/** A file of a mod that is wrong is named with its line, and the rest of the mods counts. */
async function saysWhatIsWrong() {
  const mods = join(scratch, 'mods');
  cpSync(demo, join(mods, 'DemoMod'), { recursive: true });
  mkdirSync(join(mods, 'Bad/components'), { recursive: true });
  writeFileSync(join(mods, 'Bad/manifest.jecs'), 'ID: Bad\n');
  writeFileSync(join(mods, 'Bad/components/part.jecs'), 'Part:\n    prefab:\n        blocks: 1\nMade:\n    prefabGenerator: Some.Code\n');
  const tested = await openPage(alone);
  await tested.open(parts);
  await drop(tested, mods);
  await tested.page.waitForSelector('.toasts >> text=2 mods read: ');
  assert.ok((await toasts(tested)).includes('mods/Bad/components/part.jecs: line 3: "blocks" is "1"; expected a list'));
  await tested.shown();
  const said = await facts(tested);
  assert.match(said, /Wrong in files of mods.*mods\/Bad\/components\/part\.jecs: line 3: /);
  assert.match(said, /Bad 0 of 1 type with a shape/);
  assert.match(said, /Made a box: its shape is in the mod's code/);
  assert.deepEqual(await shownBy(tested), withMods());
  assert.deepEqual(await foundByAxe(tested, 'facts of mods'), []);
  assert.deepEqual(tested.wrong, []);
  await tested.close();
}

/** A save with a title, colours of displays and a picture. */
function coloured() {
  const save = join(scratch, 'Coloured');
  mkdirSync(join(save, 'ExtraData/MHG.DisplayConfigurations/1_pegs'), { recursive: true });
  copyFileSync(sample('four-bit-adder.partialworld'), join(save, 'data.partialworld'));
  copyFileSync(sample('tiles/moated-keep.png'), join(save, 'thumbnail.png'));
  writeFileSync(join(save, 'meta.jecs'), 'Title: Adder of colours\nColumn: 1\n');
  writeFileSync(join(save, 'ExtraData/MHG.DisplayConfigurations/1_pegs/Configuration0.jecs'),
    'DataType: JimmysUnityUtilities.Color24[]\nData:\n    - 00FF40\n    - FF00FF\n');
  return save;
}

/** JSON of a whole folder shows what the folder shows, and both are saved with all files. */
async function keepsFolders() {
  const save = coloured();
  const json = converted('coloured.json', save);
  const seen = [];
  for (const path of [save, join(scratch, 'coloured.json')]) {
    const tested = await openPage(alone);
    await drop(tested, path);
    await tested.shown();
    assert.equal(await tested.text('.facts .given strong'), 'Adder of colours');
    seen.push(await shownBy(tested));
    await tested.tab('problems');
    assert.match(await tested.text('.problems'), /FOLDER_PLACEMENT|No problems|0 errors/);
    assert.ok((await tested.download('JSON')).equals(json), 'JSON with the files of the folder');
    const zip = join(scratch, 'folder.zip'), out = join(scratch, `out-${seen.length}`);
    writeFileSync(zip, await tested.download('Folder of the save (ZIP)'));
    unzip(zip, out);
    const [name] = ['Coloured', 'coloured'].filter((one) => existsSync(join(out, one)));
    for (const file of ['data.partialworld', 'thumbnail.png', 'meta.jecs']) {
      assert.ok(readFileSync(join(out, name, file)).equals(readFileSync(join(save, file))), file);
    }
    // A change of the world keeps the folder, and its colours.
    await tested.page.evaluate((patch) => {
      const transfer = new DataTransfer();
      transfer.setData('text/plain', patch);
      document.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, clipboardData: transfer }));
    }, '[{"op": "replace", "path": "/game_version/3", "value": 99}]');
    await tested.page.waitForSelector('.toasts >> text=The patch was applied.');
    await tested.shown();
    assert.deepEqual(await shownBy(tested), seen.at(-1));
    const { folder, game_version: version } = JSON.parse((await tested.download('JSON')).toString());
    assert.deepEqual([version[3], folder], [99, JSON.parse(json.toString()).folder]);
    assert.deepEqual(tested.wrong, []);
    await tested.close();
  }
  assert.deepEqual(seen[0], modelOf(converted('coloured.glb', save)), 'the model of the command');
  assert.deepEqual(seen[1], seen[0]);
  assert.notDeepEqual(seen[0], modelOf(converted('plain.glb', sample('four-bit-adder.partialworld'))), 'other colours than without the folder');
}

function unzip(zip, folder) {
  const script = 'import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extractall(sys.argv[2])';
  execFileSync('python3', ['-c', script, zip, folder]);
}

/** Two saves at once: each has its own texts. */
async function keepsSavesApart() {
  const folder = join(scratch, 'two');
  const color = ['FF0000', '0000FF'];
  for (const [i, name] of ['One', 'Two'].entries()) {
    cpSync(coloured(), join(folder, name), { recursive: true });
    writeFileSync(join(folder, name, 'meta.jecs'), `Title: number ${name}\n`);
    writeFileSync(join(folder, name, 'ExtraData/MHG.DisplayConfigurations/1_pegs/Configuration0.jecs'),
      `DataType: JimmysUnityUtilities.Color24[]\nData:\n    - ${color[i]}\n    - FFFFFF\n`);
  }
  const tested = await openPage(alone);
  await drop(tested, folder);
  await tested.page.waitForSelector('.world:nth-child(2)');
  await tested.shown();
  const buttons = tested.page.locator('.world > button:first-child');
  assert.equal(await buttons.count(), 2);
  for (let i = 0; i < 2; i++) {
    await buttons.nth(i).click();
    await tested.shown();
    const [own] = (await buttons.nth(i).getAttribute('title')).split('/');
    assert.equal(await tested.text('.facts .given strong'), `number ${own}`);
    assert.deepEqual(await shownBy(tested), modelOf(converted(`${own}.glb`, join(folder, own))), own);
  }
  assert.deepEqual(tested.wrong, []);
  await tested.close();
}

export const tests = [['view takes mods', viewTakesMods], ['takes folders of mods', takesFoldersOfMods],
  ['says what is wrong with mods', saysWhatIsWrong], ['keeps folders', keepsFolders], ['keeps saves apart', keepsSavesApart]];
