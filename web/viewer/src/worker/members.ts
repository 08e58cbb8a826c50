// Fields of selected records: of one, or those that several have in common.
import type { Field, World } from 'overworld';
import { isDecoded } from '../panels/written.js';
import type { Members } from './protocol.js';

/** So many fields of a record are looked at. */
const MOST_MEMBERS = 40;
/** So many of the selected records are compared. If others lack a field, the library refuses to set it. */
const MOST_COMPARED = 100;

/** The fields of a record, and what is inside its decoded ones. */
function membersOf(world: World, pointer: string): Field[] {
  const { fields } = world.children(pointer, 0, MOST_MEMBERS);
  return [...fields, ...fields.filter((field) => field.kind !== 'value' && isDecoded(field))
    .flatMap((field) => world.children(field.pointer, 0, MOST_MEMBERS).fields)];
}

/** The fields of the last record that all records have, with the paths of those whose values differ. */
export function commonMembers(world: World, pointers: readonly string[]): Members {
  const last = pointers.at(-1) ?? '';
  let members = membersOf(world, last);
  const differing = new Set<string>();
  const compared = [...new Set(pointers.slice(-MOST_COMPARED))].filter((pointer) => pointer !== last);
  for (const pointer of compared) {
    const found = new Map(membersOf(world, pointer).map((field) => [field.pointer.slice(pointer.length), field]));
    members = members.filter((member) => {
      const path = member.pointer.slice(last.length);
      const other = found.get(path);
      if (other?.kind === member.kind && other.value !== member.value) differing.add(path);
      return other?.kind === member.kind;
    });
  }
  return { members, differing: [...differing] };
}
