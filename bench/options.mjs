/** What the benchmark was asked for on the command line. */
const given = process.argv.slice(2);
const argumentOf = (flag) => (given.includes(flag) ? given[given.indexOf(flag) + 1] : undefined);

export const options = {
  /** Rounds that count, after one that warms up. */
  rounds: Number(argumentOf('--rounds') ?? 5),
  /** Only cases whose "engine case" contains this. */
  only: argumentOf('--only') ?? '',
  /** Fail if a ratio is a tenth worse than in the baseline. */
  check: given.includes('--check'),
  /** Replace the baseline. */
  save: given.includes('--save'),
};

export const isAsked = (engine, name) => `${engine} ${name}`.includes(options.only);
