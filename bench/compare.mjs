// Compares a program with its floor: both are measured in turns, so that what disturbs one disturbs the other.
import { options } from './options.mjs';

const WARM_MS = 3_000;

export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/**
 * Measures a case in rounds. `measure.server` and `measure.floor` resolve to the CPU milliseconds per request and the
 * requests per second of one round.
 */
export async function compare(measure) {
  await warmUp(measure.server);
  await warmUp(measure.floor);
  const rounds = [];
  for (let round = 0; round < options.rounds; round++)
    rounds.push({ server: await measure.server(), floor: await measure.floor() });
  const ratios = rounds.map(({ server, floor }) => server.cpu / floor.cpu);
  const ratio = median(ratios);
  return {
    ratio,
    /** The median distance of a round's ratio from the ratio, as a share of it. */
    noise: median(ratios.map((each) => Math.abs(each - ratio) / ratio)),
    ...sides(rounds),
  };
}

/** A server runs for weeks: what it compiles in its first seconds is no part of a request. */
async function warmUp(round) {
  const begun = performance.now();
  do await round();
  while (performance.now() - begun < WARM_MS);
}

function sides(rounds) {
  const of = (side, figure) => median(rounds.map((round) => round[side][figure]));
  return {
    server: { cpu: of('server', 'cpu'), rate: of('server', 'rate') },
    floor: { cpu: of('floor', 'cpu'), rate: of('floor', 'rate') },
  };
}
