// Compares a program with its floor: both are measured in turns, so that what disturbs one disturbs the other.
import { options } from './options.mjs';
import { cpuOf } from './programs.mjs';

/** How long a program is measured before it is the other's turn, in milliseconds. */
const ROUND_MS = 400;

export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/**
 * Lets a program work for some milliseconds: `drive` sends it requests so long and resolves to their number. Resolves to
 * CPU milliseconds per request, with those of what works `beside` it, and requests per second.
 */
export async function round({ program, drive, beside = () => 0 }, ms = ROUND_MS) {
  const taken = () => cpuOf(program) + beside();
  const before = taken();
  const started = performance.now();
  const count = await drive(ms);
  return { cpu: (taken() - before) / count, rate: (count / (performance.now() - started)) * 1000 };
}

/** Measures the two sides of a case in rounds; the first of each does not count. */
export async function compare({ server, floor }) {
  const rounds = [];
  for (let index = 0; index <= options.rounds; index++)
    rounds.push({ server: await round(server), floor: await round(floor) });
  return summaryOf(rounds.slice(1).map((each) => ({ ...each, ratio: each.server.cpu / each.floor.cpu })));
}

/** What several measurements of one case say together: the medians of their figures. */
export function summaryOf(measured) {
  const ratio = median(measured.map((each) => each.ratio));
  const of = (side, figure) => median(measured.map((each) => each[side][figure]));
  return {
    ratio,
    /** The median distance of a ratio from the median, as a share of it. */
    noise: median(measured.map((each) => Math.abs(each.ratio - ratio) / ratio)),
    server: { cpu: of('server', 'cpu'), rate: of('server', 'rate') },
    floor: { cpu: of('floor', 'cpu'), rate: of('floor', 'rate') },
  };
}
