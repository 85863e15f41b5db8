// Compares a program with its floor. Both are measured alternately, so that disturbances affect both.
import { options } from './options.mjs';
import { cpuOf } from './programs.mjs';

/** How long one program is measured before the other has its turn, in milliseconds. */
const ROUND_MS = 400;

export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/**
 * Lets a program work for some milliseconds: `drive` sends it requests for that long and resolves to their number.
 * Resolves to the CPU milliseconds per request, including those of a `beside` process, and the requests per second.
 */
export async function round({ program, drive, beside = () => 0 }, ms = ROUND_MS) {
  const taken = () => cpuOf(program) + beside();
  const before = taken();
  const started = performance.now();
  const count = await drive(ms);
  return { cpu: (taken() - before) / count, rate: (count / (performance.now() - started)) * 1000 };
}

/** Measures both sides of a case in rounds; the first round of each does not count. */
export async function compare({ server, floor }) {
  const rounds = [];
  for (let index = 0; index <= options.rounds; index++)
    rounds.push({ server: await round(server), floor: await round(floor) });
  return summaryOf(rounds.slice(1).map((each) => ({ ...each, ratio: each.server.cpu / each.floor.cpu })));
}

/** Summarises several measurements of one case: the medians of their figures. */
export function summaryOf(measured) {
  const ratio = median(measured.map((each) => each.ratio));
  const of = (side, figure) => median(measured.map((each) => each[side][figure]));
  return {
    ratio,
    /** The median deviation of the ratio from its median, as a fraction of it. */
    noise: median(measured.map((each) => Math.abs(each.ratio - ratio) / ratio)),
    server: { cpu: of('server', 'cpu'), rate: of('server', 'rate') },
    floor: { cpu: of('floor', 'cpu'), rate: of('floor', 'rate') },
  };
}
