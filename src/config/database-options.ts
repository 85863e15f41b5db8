import { isGiven } from '../shared/is-given.ts';
import { isRecord } from '../shared/is-record.ts';
import { asNumber, asText } from '../shared/text.ts';

/** How the way to a database server is protected; false for not at all. */
type SslMode = false | 'verify' | 'require' | 'prefer';

/** Settings of a project's database beyond where it is, as its configuration file spells them. */
export interface DatabaseOptions {
  readonly ssl?: SslMode;
  /** Certificates of authorities to trust: PEM text, or a file, relative to the data folder. */
  readonly ssl_ca?: string;
  /** How many connections read side by side. */
  readonly connections?: number;
  /** Seconds that a connection may take to come about. */
  readonly connect_timeout?: number;
  /** Seconds that a statement may take. */
  readonly statement_timeout?: number;
}

interface Rule {
  readonly name: keyof DatabaseOptions;
  /** The value as it counts; undefined for one that cannot be used. */
  understand(value: unknown): string | number | boolean | undefined;
  readonly expected: string;
}

const SSL: ReadonlyMap<unknown, SslMode> = new Map<unknown, SslMode>([
  [true, 'verify'],
  ['verify', 'verify'],
  ['require', 'require'],
  ['prefer', 'prefer'],
  [false, false],
  ['off', false],
]);

const integer =
  (low: number, high: number) =>
  (value: unknown): number | undefined => {
    const number = typeof value === 'number' || /^\d{1,6}$/.test(asText(value)) ? asNumber(value) : Number.NaN;
    return Number.isInteger(number) && number >= low && number <= high ? number : undefined;
  };

/** A change of the schema, a transaction and their reads take connections of their own at the same time. */
const RULES: readonly Rule[] = [
  { name: 'ssl', understand: (value) => SSL.get(value), expected: 'verify, require, prefer or off' },
  {
    name: 'ssl_ca',
    understand: (value) => (typeof value === 'string' && value !== '' ? value : undefined),
    expected: 'a certificate as PEM text, or the path of one',
  },
  { name: 'connections', understand: integer(4, 1000), expected: 'a number from 4 to 1000' },
  { name: 'connect_timeout', understand: integer(1, 60), expected: 'a number of seconds from 1 to 60' },
  { name: 'statement_timeout', understand: integer(1, 3600), expected: 'a number of seconds from 1 to 3600' },
];

/** The names of all options. */
export const databaseOptionNames: readonly string[] = RULES.map(({ name }) => name);

/**
 * Reads the options out of an object in which their names begin with `prefix`. Those that cannot be used are left out,
 * and `refuse` is told of them, with what is expected.
 */
export function readDatabaseOptions(
  from: unknown,
  prefix: string,
  refuse: (name: string, expected: string) => void,
): DatabaseOptions {
  if (!isRecord(from)) return {};
  const read = RULES.flatMap(({ name, understand, expected }) => {
    const given = from[`${prefix}${name}`];
    if (!isGiven(given)) return [];
    const value = understand(given);
    if (value === undefined) refuse(`${prefix}${name}`, expected);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(read);
}
