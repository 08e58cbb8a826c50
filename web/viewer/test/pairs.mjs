// Pictures of named views beside those of the command, to be looked at.
//
// Usage: pairs.mjs OVERWORLD PROJECT CORPUS FOLDER [PART]...
//
// Writes NAME-page.png and NAME-render.png for each view into FOLDER. PART is a part of a name.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { begin, dist, end, openPage, real, sample } from './harness.mjs';

const [folder, ...parts] = process.argv.slice(5);
const SIZE = { width: 800, height: 600 };
const files = { computer: real('blotter/lwcpu4.partialworld'), adder: sample('four-bit-adder.partialworld'),
  level: sample('moated-keep.lvd'), city: sample('city-town.city'), cabin: sample('build-cabin.structure') };
/** Each format near, fit and far: zoomed so often, by so much. */
const distances = { near: [10, 1.25], fit: [0, 1], far: [6, 0.8] };

async function pair(name, file, [times, by]) {
  const tested = await openPage(`file://${join(dist, 'overworld.html')}`, { viewport: { width: 1480, height: 900 } });
  await tested.open(file);
  await tested.page.evaluate(({ width, height }) => Object.assign(document.querySelector('.frame').style,
    { width: `${width}px`, height: `${height}px`, flex: 'none' }), SIZE);
  await tested.page.waitForTimeout(300);
  await tested.page.focus('.surface');
  await tested.page.keyboard.press('f');
  for (let i = 0; i < times; i++) await tested.page.keyboard.press(by > 1 ? '+' : '-');
  await tested.settled();
  await tested.page.waitForTimeout(1500);
  await tested.page.locator('.frame').screenshot({ path: join(folder, `${name}-page.png`) });
  writeFileSync(join(folder, `${name}-render.png`), await tested.download('Picture (PNG)'));
  await tested.close();
}

await begin();
for (const [world, file] of Object.entries(files)) {
  for (const [distance, zoom] of Object.entries(distances)) {
    const name = `${world}-${distance}`;
    if (existsSync(file) && (parts.length === 0 || parts.some((part) => name.includes(part)))) await pair(name, file, zoom);
  }
}
await end();
