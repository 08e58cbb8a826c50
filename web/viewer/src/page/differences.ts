// A comparison in the picture: what was added and changed in colour, and what was removed as it stood before.
import { thingsAt } from '../view/looking.js';
import type { Looking } from '../view/looking.js';
import type { Stage } from '../view/stage.js';
import type { Session } from './session.js';

export async function showDifferences(session: Session, stage: Stage, looking: Looking): Promise<void> {
  const { diff } = session;
  const { model } = stage;
  if (!model) return;
  looking.setDifferences(model, diff?.changes ?? []);
  stage.setCellMarks(looking.cells);
  const removed = diff?.changes.filter(({ kind, before }) => kind === 'removed' && before !== null)
    .map(({ before }) => before!) ?? [];
  const ghosts = removed.length > 0
    ? await session.guard(() => session.client.call('model', 'before', session.wishes())) : undefined;
  if (model !== stage.model) return;
  const things = ghosts && 'batches' in ghosts ? ghosts : undefined;
  await stage.setGhosts(things, things ? thingsAt(things, removed) : new Set());
}
