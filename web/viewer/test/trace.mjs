// How long the tasks of the page's main thread take, in time of the processor: what else runs on the machine, and
// what the thread waits for, does not count.

/** No task may take longer, in milliseconds. */
export const LONGEST_TASK = 100;

const CATEGORIES = ['toplevel'];
const TASK = 'ThreadControllerImpl::RunTask';

/** Whole tasks of the main threads of pages: those within others are parts of them. */
function tasksOf(events) {
  const mains = new Set(events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
    .map(({ pid, tid }) => `${pid} ${tid}`));
  return events.filter(({ name, ph, pid, tid }) => name === TASK && ph === 'X' && mains.has(`${pid} ${tid}`));
}

/** What is done meanwhile, and the longest task of it: its time of the processor and on the clock, in milliseconds,
 * and where Chromium asked for it. */
export async function longestTask({ page }, run) {
  const browser = page.context().browser();
  await browser.startTracing(page, { categories: CATEGORIES });
  let trace;
  try {
    await run();
  } finally {
    trace = JSON.parse(await browser.stopTracing());
  }
  const tasks = tasksOf(trace.traceEvents);
  const timed = tasks.filter(({ tdur }) => tdur !== undefined);
  if (timed.length === 0) throw new Error(`none of ${tasks.length} tasks has a time`);
  const longest = timed.reduce((a, b) => b.tdur > a.tdur ? b : a);
  return { processor: longest.tdur / 1000, clock: longest.dur / 1000, from: longest.args?.src_func ?? '',
    slowest: Math.max(...timed.map(({ dur }) => dur)) / 1000, count: timed.length };
}
