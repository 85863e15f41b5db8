/** The options from the command line. */
const given = process.argv.slice(2);
const argumentOf = (flag) => (given.includes(flag) ? given[given.indexOf(flag) + 1] : undefined);

export const options = {
  /** Rounds that count, of each program in a pass. */
  rounds: Number(argumentOf('--rounds') ?? 6),
  /** Passes, each with new processes. In a comparison with the baseline, suspicious cases are repeated. */
  passes: Number(argumentOf('--passes') ?? (given.includes('--check') ? 1 : 3)),
  /** Only measure cases whose "engine case" contains this. */
  only: argumentOf('--only') ?? '',
  /** Fail if a ratio is a tenth worse than in the baseline. */
  check: given.includes('--check'),
  /** Replace the baseline. */
  save: given.includes('--save'),
};

export const isAsked = (engine, name) => `${engine} ${name}`.includes(options.only);
