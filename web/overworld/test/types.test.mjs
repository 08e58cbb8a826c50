// The types of the package hold for what its calls return, and for how the README says that it is used.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { load } from '../dist/index.js';
import { bytesOf, nameOf, project, sample, scratch, worlds } from './support.mjs';

const overworld = await load();

/** What the compiler says of a program that imports the package. */
function compile(name, program) {
  const folder = join(scratch, name);
  mkdirSync(folder);
  const paths = { overworld: [join(project, 'web/overworld/dist/index.d.ts')] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ include: ['*.ts'], compilerOptions: {
    target: 'ES2022', module: 'ESNext', moduleResolution: 'Bundler', lib: ['ES2022', 'DOM'], types: [], strict: true,
    noEmit: true, exactOptionalPropertyTypes: true, paths } }));
  writeFileSync(join(folder, 'program.ts'), program);
  const tsc = join(project, 'web/overworld/node_modules/typescript/bin/tsc');
  // The compiler wants a newer Node.js than the package.
  return spawnSync('node', [tsc, '-p', folder], { encoding: 'utf8' }).stdout;
}

test('every member that info has is declared with its type', () => {
  const interfaces = { blotter: 'BlotterInfo', leveld: 'LeveldInfo', city: 'CityInfo', structure: 'StructureInfo' };
  const lines = [`import type { Info, ${Object.values(interfaces).join(', ')} } from 'overworld';`];
  for (const path of worlds) {
    let world, info;
    try {
      world = overworld.open(bytesOf(path));
      info = JSON.stringify(world.info());
    } catch {
      continue;
    }
    lines.push(`// ${nameOf(path)}`, `export const of${lines.length}: Partial<${interfaces[world.format]}> = ${info};`,
      `export const any${lines.length}: Info = ${info};`);
  }
  assert.ok(lines.length > 100);
  assert.equal(compile('infos', lines.join('\n')), '');
});

test('programs have types for members of info, errors and using', () => {
  const program = `
    import { load, OverworldError } from 'overworld';
    const overworld = await load();
    function look(bytes: Uint8Array): number | undefined {
      using world = overworld.open(bytes);
      using scene = world.scene();
      using circuit = world.circuit();
      using simulation = circuit.simulate();
      const shown: Uint32Array = simulation.show(scene).items;
      const types: string[] = world.info().most_used_types?.map(({ name }) => name ?? '') ?? [];
      const count: number | undefined = world.info().component_count;
      return (count ?? 0) + shown.length + types.length;
    }
    export const isClosed = (error: unknown): boolean => error instanceof OverworldError && error.code === 'closed';
    export default look;`;
  assert.equal(compile('program', program), '');
  assert.match(compile('wrong', program.replace('component_count', 'component_cuont')), /component_cuont/);
});

test('objects are closed by Symbol.dispose, where JavaScript has it', { skip: !Symbol.dispose }, () => {
  const world = overworld.open(bytesOf(sample('four-bit-adder.partialworld')));
  const scene = world.scene(), circuit = world.circuit(), simulation = circuit.simulate();
  for (const one of [simulation, circuit, scene, world]) one[Symbol.dispose]();
  for (const call of [() => world.info(), () => scene.data(), () => circuit.nets(), () => simulation.step(1)]) {
    assert.throws(call, { name: 'OverworldError', code: 'closed' });
  }
});
