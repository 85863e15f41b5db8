// The ratios that are checked in, and the comparison of new ones with them.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const file = join(import.meta.dirname, 'baseline.json');
const WORSE = 1.1;

const ratios = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};

export const keyOf = ({ engine, name, connections }) => `${engine}, ${name}, ${connections}`;

/** Whether a result is a tenth worse than in the baseline. Results that are missing in the baseline are not. */
export const isWorse = (result) => result.ratio > (ratios[keyOf(result)] ?? Number.POSITIVE_INFINITY) * WORSE;

/** The cases that are worse than in the baseline, as lines of text. */
export const worseThanBaseline = (results) =>
  results
    .filter(isWorse)
    .map(
      (entry) => `${keyOf(entry)}: ${entry.ratio.toFixed(2)}, and ${ratios[keyOf(entry)].toFixed(2)} in the baseline`,
    );

/** Stores the ratios of the measured cases in the baseline. */
export function saveBaseline(results) {
  const measured = Object.fromEntries(results.map((entry) => [keyOf(entry), Number(entry.ratio.toFixed(3))]));
  writeFileSync(file, `${JSON.stringify({ ...ratios, ...measured }, null, 2)}\n`);
}
