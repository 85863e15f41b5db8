import { isGiven } from '../shared/is-given.ts';
import { isRecord } from '../shared/is-record.ts';
import { asNumber, asText } from '../shared/text.ts';

/** How the connection to a database server is encrypted; false for not at all. */
type SslMode = false | 'verify' | 'require' | 'prefer';

/** Further options of a project's database, with the names of its configuration file. */
export interface DatabaseOptions {
  readonly ssl?: SslMode;
  /** Trusted certificate authorities: PEM text, or a file relative to the data folder. */
  readonly ssl_ca?: string;
  /** Number of connections for concurrent reads. */
  readonly connections?: number;
  /** Connect timeout in seconds. */
  readonly connect_timeout?: number;
  /** Statement timeout in seconds. */
  readonly statement_timeout?: number;
}

interface Rule {
  readonly name: keyof DatabaseOptions;
  /** The parsed value; undefined if it is invalid. */
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

/** A schema change, a transaction and their reads need separate connections at the same time. */
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
 * Reads the options from an object whose keys begin with `prefix`. Invalid ones are omitted; `refuse` is called with
 * what would be valid.
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
