// The ratios that are checked in, and how new ones are held against them.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const file = join(import.meta.dirname, 'baseline.json');
const WORSE = 1.1;
/** How often a case that seems worse is measured again, since one disturbed run says little. */
const AGAIN = 2;

const ratios = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};

export const keyOf = ({ engine, name, connections }) => `${engine}, ${name}, ${connections}`;

/** Whether a ratio is a tenth worse than in the baseline; what is not in there is not. */
const isWorse = (entry, { ratio }) => ratio > (ratios[keyOf(entry)] ?? Number.POSITIVE_INFINITY) * WORSE;

/** Measures a case; if it seems worse than the baseline, again, and the best counts. */
export async function measuredAgain(entry, measure, first) {
  let best = first;
  for (let times = 0; times < AGAIN && isWorse(entry, best); times++) {
    const again = await measure();
    if (again.ratio < best.ratio) best = again;
  }
  return best;
}

/** The cases that are worse than the baseline, as lines. */
export const worseThanBaseline = (results) =>
  results
    .filter((entry) => isWorse(entry, entry))
    .map(
      (entry) => `${keyOf(entry)}: ${entry.ratio.toFixed(2)}, and ${ratios[keyOf(entry)].toFixed(2)} in the baseline`,
    );

/** Puts the ratios of the measured cases into the baseline. */
export function saveBaseline(results) {
  const measured = Object.fromEntries(results.map((entry) => [keyOf(entry), Number(entry.ratio.toFixed(3))]));
  writeFileSync(file, `${JSON.stringify({ ...ratios, ...measured }, null, 2)}\n`);
}
