import { asText } from '../../shared/text.ts';
import type { DatabaseFailure } from '../dialect.ts';
import { ResultTooLarge } from '../result-size.ts';

type Kind = DatabaseFailure['kind'];

/** SQLSTATE codes or prefixes, socket error codes and driver error codes. The first match wins. */
const MEANINGS: readonly (readonly [
  code: RegExp,
  kind: Exclude<Kind, 'unique' | 'notNull' | 'dependedOn' | 'tooLarge'>,
])[] = [
  [/^(22...|23514|23P01|42602|42804|42846|42883|54...)$/, 'value'],
  [/^(23001|23503)$/, 'reference'],
  [/^P0...$/, 'refused'],
  [/^428C9$/, 'computed'],
  [/^(42P01|42703|42P07|42701)$/, 'schema'],
  [/^53100$/, 'full'],
  [/^42501$/, 'forbidden'],
  [/^25006$/, 'readOnly'],
  [/^57014$/, 'late'],
  [/^(40001|40P01|55P03|53...)$/, 'busy'],
  [/^(08...|57P..|28P01|28000|3D000|58...|XX00[12])$/, 'unreachable'],
  [/^(CONNECT_TIMEOUT|CONNECTION_\w+|SASL_SIGNATURE_MISMATCH)$/, 'unreachable'],
  [/^(ECONN\w+|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOENT|EACCES)$/, 'unreachable'],
];

/** Where the engine finds an error in a statement. Elsewhere such an error is about a value of a type of its own. */
const PARSER = 'scanner_yyerror';

const isOfValue = (routine: unknown): boolean => typeof routine === 'string' && routine !== PARSER;

/** Where the engine refuses a row because of row level security, and to read a table without it. */
const SECURITY: Readonly<Record<string, 'refused' | 'hidden'>> = {
  ExecWithCheckOptions: 'refused',
  check_enable_rls: 'hidden',
};

/** Where the engine refuses another type for a column that a view reads. The name depends on its version. */
const RETYPING = /^(ATExecAlterColumnType|RememberAllDependentForRebuilding)$/;

/** Classifies an error of the PostgreSQL driver; null for errors that do not come from the database. */
export function classify(error: unknown): DatabaseFailure | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof ResultTooLarge) return { kind: 'tooLarge' };
  const {
    code,
    detail,
    column_name: column,
    table_name: table,
    routine,
  } = error as Error & Readonly<Record<string, unknown>>;
  if (code === '23505') return taken(table, detail);
  if (code === '23502') return { kind: 'notNull', column: asText(column ?? '') };
  if (code === '2BP01' || (code === '0A000' && RETYPING.test(asText(routine))))
    return { kind: 'dependedOn', dependents: asText(detail ?? error.message) };
  if (code === '42601' && isOfValue(routine)) return { kind: 'value' };
  // The statement was prepared before its table changed; the next attempt prepares it again.
  if (code === '0A000' && routine === 'RevalidateCachedQuery') return { kind: 'busy' };
  const kind = MEANINGS.find(([pattern]) => pattern.test(asText(code)))?.[1];
  if (kind === 'forbidden') return forbidden(routine);
  return kind ? { kind } : null;
}

const forbidden = (routine: unknown): DatabaseFailure => ({ kind: SECURITY[asText(routine)] ?? 'forbidden' });

/** `Key (code, "2nd")=(a, b) already exists.`, in any language → code, 2nd, and their values a-b */
function taken(table: unknown, detail: unknown): DatabaseFailure {
  const [, names = '', values = ''] = /\(([^()]+)\)=\((.*)\)/s.exec(asText(detail ?? '')) ?? [];
  const columns = names === '' ? [] : names.split(', ').map(unquoted);
  return { kind: 'unique', columns, taken: { table: asText(table ?? ''), value: values.replaceAll(', ', '-') } };
}

const unquoted = (name: string): string => name.replace(/^"(.*)"$/, '$1').replaceAll('""', '"');
