import type { DatabaseFailure } from '../dialect.ts';
import { ResultTooLarge } from '../result-size.ts';

type Kind = DatabaseFailure['kind'];

/** Server error numbers and what they mean. */
const NUMBERS: Readonly<Record<Exclude<Kind, 'unique' | 'notNull' | 'dependedOn' | 'hidden'>, readonly number[]>> = {
  value: [
    167, 1059, 1060, 1063, 1067, 1068, 1069, 1071, 1074, 1075, 1089, 1101, 1103, 1117, 1118, 1153, 1166, 1170, 1231,
    1264, 1267, 1270, 1271, 1265, 1291, 1292, 1300, 1366, 1367, 1406, 1411, 1416, 1425, 1426, 1427, 1439, 1441, 1467,
    1525, 1526, 1553, 1690, 1709, 1832, 1833, 1916, 3140, 3141, 3819, 3903, 3988, 4025, 4161, 6136,
  ],
  reference: [1451, 1452],
  refused: [1442, 1644],
  computed: [1906, 3105],
  schema: [1050, 1051, 1054, 1072, 1091, 1146],
  busy: [1020, 1205, 1213, 1243, 1317, 1412, 1461, 1615, 1637, 3572],
  late: [1969, 3024],
  full: [1021, 1041, 1114],
  tooLarge: [1038],
  forbidden: [1142, 1143],
  readOnly: [1290, 1792, 1836],
  unreachable: [
    3, 1023, 1026, 1028, 1030, 1037, 1040, 1043, 1044, 1045, 1046, 1049, 1053, 1102, 1129, 1130, 1203, 1226, 1227, 1251,
    1698, 1927, 4031,
  ],
};
/** The limits that a table definition may exceed, by error number. */
const LIMITS: ReadonlyMap<number, string> = new Map([
  [1069, 'a table may have at most 64 keys'],
  [1071, 'a key may have at most 3072 bytes, which are 768 characters'],
  [1074, 'a VARCHAR may have at most 16383 characters, and longer texts need the datatype TEXT'],
  [1118, 'all fields of an item together may have at most 65535 bytes, four for each character of a VARCHAR'],
  [1170, 'a key needs a datatype with a length, such as VARCHAR'],
]);
const DUPLICATE: ReadonlySet<number> = new Set([1062, 1169, 1586]);
const MISSING: ReadonlySet<number> = new Set([1048, 1121, 1138, 1171, 1263, 1364]);
const KIND_OF = new Map(Object.entries(NUMBERS).flatMap(([kind, numbers]) => numbers.map((number) => [number, kind])));
const UNREACHABLE =
  /^(E[A-Z_]+|PROTOCOL_(CONNECTION_LOST|SEQUENCE_TIMEOUT|ENQUEUE_AFTER_\w+|PACKETS_OUT_OF_ORDER)|HANDSHAKE_\w+|AUTH_SWITCH_\w+)$/;
const LOST = /^(ECONNRESET|EPIPE|PROTOCOL_(CONNECTION_LOST|ENQUEUE_AFTER_\w+))$/;
const CLOSED: ReadonlySet<number> = new Set([1053, 1927, 4031]);
/** What the driver says of a statement that it did not send because the connection was lost before; it has no code. */
const UNSENT = "Can't add new command when connection is in closed state";

interface ServerError extends Error {
  readonly errno?: number;
  /** The columns of the violated key, filled in by the connection, since the server only names the key. */
  readonly columns?: readonly string[];
}

/** Classifies an error of the driver; null for errors that do not come from the database. */
export function classify(error: unknown): DatabaseFailure | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof ResultTooLarge) return { kind: 'tooLarge' };
  const { errno = 0, columns, message } = error as ServerError;
  if (DUPLICATE.has(errno)) return { kind: 'unique', columns: columns ?? [takenKey(error)] };
  if (MISSING.has(errno)) return { kind: 'notNull', column: quoted(message) };
  const kind = KIND_OF.get(errno) as keyof typeof NUMBERS | undefined;
  const limit = LIMITS.get(errno);
  if (kind === 'value' && limit !== undefined) return { kind, limit };
  if (kind) return { kind };
  if (message === 'Queue limit reached.') return { kind: 'busy' };
  return isUnreachable(codeOf(error), message) ? { kind: 'unreachable' } : null;
}

function isUnreachable(code: string, message: string): boolean {
  return (!code.startsWith('ER_') && UNREACHABLE.test(code)) || message === UNSENT || message === 'Pool is closed.';
}

/** Errors from elsewhere may have codes that are not strings. */
function codeOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : '';
}

/** Whether an error is a duplicate key error. */
export function isDuplicate(error: unknown): error is Error {
  return error instanceof Error && DUPLICATE.has((error as ServerError).errno ?? 0);
}

const FOR_KEY = "for key '";

/** The name of the violated key; MySQL prefixes it with the table name. */
export function takenKey({ message }: Error): string {
  const begin = message.lastIndexOf(FOR_KEY);
  const key = begin < 0 || !message.endsWith("'") ? '' : message.slice(begin + FOR_KEY.length, -1);
  return key.slice(key.lastIndexOf('.') + 1);
}

/** The error for a connection that the driver does not report as lost. */
export function lost(message: string): Error {
  return Object.assign(new Error(message), { code: 'PROTOCOL_CONNECTION_LOST', fatal: true });
}

/** Whether the connection was lost, so that a statement that has not started may be retried on another one. */
export function isLost(error: unknown): boolean {
  const { errno = 0, message } = error as ServerError;
  return LOST.test(codeOf(error)) || CLOSED.has(errno) || message === UNSENT;
}

/** Whether a connection is unusable after an error. */
export function breaksConnection(error: unknown): boolean {
  return isLost(error) || (error as { fatal?: boolean }).fatal === true || !(error as ServerError).errno;
}

function quoted(message: string): string {
  return /'([^']*)'/.exec(message)?.[1] ?? '';
}
