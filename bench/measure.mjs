// Measures the cases of a setting. The programs are restarted for each pass, because two processes that run the same
// code do not compile it in the same way, so that one pair of them is not conclusive.
import { isWorse, keyOf } from './baseline.mjs';
import { compare, round, summaryOf } from './compare.mjs';
import { options } from './options.mjs';

/**
 * How long each side of each case is warmed up, in milliseconds. A server that runs for weeks has executed all of them.
 */
const WARM_MS = 1_000;
/** How often a case that seems worse than the baseline is measured again. */
const AGAIN = 3;

/**
 * Measures the cases of a setting. `setting.open` starts its programs and resolves to its cases and `end`;
 * `setting.warmMs` is the warm-up time of each side if the default is too short. When compared with the baseline, a
 * case that seems worse is measured again, and its best pass counts.
 */
export async function measured(setting) {
  const passes = new Map();
  const measure = async (isAsked) => {
    for (const { entry, ...result } of await pass(setting, isAsked)) {
      const key = keyOf(entry);
      passes.set(key, { entry, all: [...(passes.get(key)?.all ?? []), result] });
    }
  };
  const results = () => [...passes.values()].map(({ entry, all }) => ({ ...entry, ...conclusion(all) }));
  const worse = () => new Set(results().filter(isWorse).map(keyOf));
  for (let index = 0; index < options.passes; index++) await measure(() => true);
  for (let index = 0; options.check && index < AGAIN && worse().size > 0; index++) {
    const again = worse();
    await measure((entry) => again.has(keyOf(entry)));
  }
  return results();
}

function conclusion([first, ...others]) {
  if (others.length === 0) return first;
  const passes = [first, ...others];
  return options.check ? passes.reduce((best, each) => (each.ratio < best.ratio ? each : best)) : summaryOf(passes);
}

async function pass(setting, isAsked) {
  const { cases, end } = await setting.open();
  const { warmMs = WARM_MS } = setting;
  const results = [];
  for (const { server, floor } of cases) for (const side of [server, floor]) await round(side, warmMs);
  for (const { server, floor, ...entry } of cases.filter(isAsked))
    results.push({ entry, ...(await compare({ server, floor })) });
  await end();
  return results;
}
