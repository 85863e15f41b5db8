import { describe, expect, it } from 'vitest';
import { breaksConnection, classify, isDuplicate, isLost, takenKey } from '../../../../src/dialects/mysql/errors.ts';

const failure = (message: string, more: object = {}): Error => Object.assign(new Error(message), more);
const numbered = (errno: number, message = 'said the server'): Error => failure(message, { errno, code: 'ER_SOME' });

describe('a duplicate', () => {
  it.each([
    ["Duplicate entry 'x' for key 't.code'", 'code'],
    ["Duplicate entry 'x' for key 'code'", 'code'],
    ["Duplicate entry '1' for key 'PRIMARY'", 'PRIMARY'],
    ["Duplicate entry '1' for key 't.PRIMARY'", 'PRIMARY'],
    ["Duplicate entry 'a-b' for key 'my.table.pair'", 'pair'],
    ["Duplicate entry ' for key 'other'' for key 't.code'", 'code'],
    ["Duplicate entry 'x' for key 'it's'", "it's"],
    ["Duplicate entry 'x'", ''],
    ["Can't write, because of unique constraint, to table 't'", ''],
  ])('%s: is of the key %j', (message, key) => {
    expect(takenKey(new Error(message))).toBe(key);
    expect(classify(numbered(1062, message))).toEqual({ kind: 'unique', columns: [key] });
  });

  it('names the columns if the connection has looked them up', () => {
    const error = failure("Duplicate entry 'x' for key 'pair'", { errno: 1062, columns: ['a', 'b'] });
    expect(classify(error)).toEqual({ kind: 'unique', columns: ['a', 'b'] });
  });

  it('has three numbers', () => {
    expect([1062, 1169, 1586].every((errno) => isDuplicate(numbered(errno)))).toBe(true);
    expect([numbered(1048), new Error('x'), 1062, null].some(isDuplicate)).toBe(false);
  });
});

describe('a missing value', () => {
  it.each([
    [1048, "Column 'title' cannot be null", 'title'],
    [1364, "Field 'title' doesn't have a default value", 'title'],
    [1263, "Column set to default value; NULL supplied to NOT NULL column 'title' at row 3", 'title'],
    [1138, 'Invalid use of NULL value', ''],
    [1171, 'All parts of a PRIMARY KEY must be NOT NULL', ''],
  ])('%i %s: is of the column %j', (errno, message, column) => {
    expect(classify(numbered(errno, message))).toEqual({ kind: 'notNull', column });
  });
});

describe('a failure of MySQL or MariaDB', () => {
  it.each([
    [1406, 'value', 'Data too long for column'],
    [167, 'value', 'Out of range value for a counter, MariaDB'],
    [1467, 'value', 'Failed to read auto-increment value from storage engine'],
    [1264, 'value', 'Out of range value for column'],
    [1265, 'value', 'Data truncated for column'],
    [1292, 'value', 'Incorrect datetime value'],
    [1366, 'value', 'Incorrect integer value'],
    [1411, 'value', 'Incorrect value for function'],
    [1525, 'value', 'Incorrect DATE value, MySQL'],
    [1690, 'value', 'BIGINT UNSIGNED value is out of range'],
    [3140, 'value', 'Invalid JSON text'],
    [3819, 'value', 'Check constraint is violated'],
    [4025, 'value', 'CONSTRAINT failed, MariaDB'],
    [1451, 'reference', 'Cannot delete or update a parent row'],
    [1452, 'reference', 'Cannot add or update a child row'],
    [1067, 'value', 'Invalid default value'],
    [1267, 'value', 'Illegal mix of collations'],
    [1153, 'value', 'Got a packet bigger than max_allowed_packet'],
    [1146, 'schema', 'Table does not exist'],
    [1054, 'schema', 'Unknown column'],
    [1050, 'schema', 'Table already exists'],
    [1091, 'schema', 'Cannot drop column'],
    [1205, 'busy', 'Lock wait timeout exceeded'],
    [1213, 'busy', 'Deadlock found'],
    [1020, 'busy', 'Record has changed since last read, MariaDB 11'],
    [1317, 'busy', 'Query execution was interrupted'],
    [1615, 'busy', 'Prepared statement needs to be re-prepared'],
    [1969, 'late', 'max_statement_time exceeded, MariaDB'],
    [3024, 'late', 'max_execution_time exceeded, MySQL'],
    [1038, 'tooLarge', 'Out of sort memory'],
    [1021, 'full', 'Disk full'],
    [1114, 'full', 'The table is full'],
    [1290, 'readOnly', 'running with the --read-only option'],
    [1792, 'readOnly', 'Cannot execute statement in a READ ONLY transaction'],
    [1836, 'readOnly', 'Running in read-only mode'],
    [1040, 'unreachable', 'Too many connections'],
    [1045, 'unreachable', 'Access denied for user'],
    [1049, 'unreachable', 'Unknown database'],
    [1053, 'unreachable', 'Server shutdown in progress'],
    [1142, 'forbidden', 'command denied to user'],
    [1143, 'forbidden', 'command denied to user for column'],
    [1698, 'unreachable', 'Access denied, MariaDB'],
    [1927, 'unreachable', 'Connection was killed, MariaDB'],
    [4031, 'unreachable', 'disconnected because of inactivity, MySQL'],
  ])('with the number %i is %s: %s', (errno, kind, message) => {
    expect(classify(numbered(errno, message))).toEqual({ kind });
  });

  it.each([
    [1069, 'Too many keys specified', '64 keys'],
    [1071, 'Specified key was too long', '768 characters'],
    [1074, 'Column length too big for column', '16383 characters'],
    [1118, 'Row size too large', '65535 bytes'],
    [1170, 'BLOB/TEXT column used in key specification without a key length', 'a length, such as VARCHAR'],
  ])('with the number %i names the limit that a definition exceeds: %s', (errno, message, limit) => {
    expect(classify(numbered(errno, message))).toEqual({ kind: 'value', limit: expect.stringContaining(limit) });
  });

  it.each([
    'ECONNREFUSED',
    'ECONNRESET',
    'ETIMEDOUT',
    'ENOTFOUND',
    'EPIPE',
    'ENOENT',
    'EAI_AGAIN',
    'PROTOCOL_CONNECTION_LOST',
    'PROTOCOL_SEQUENCE_TIMEOUT',
    'PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR',
    'HANDSHAKE_NO_SSL_SUPPORT',
    'AUTH_SWITCH_PLUGIN_ERROR',
  ])('of the connection is unreachable: %s', (code) => {
    expect(classify(failure('x', { code }))).toEqual({ kind: 'unreachable' });
  });

  it('of the pool is busy or unreachable', () => {
    expect(classify(new Error('Queue limit reached.'))).toEqual({ kind: 'busy' });
    expect(classify(new Error('Pool is closed.'))).toEqual({ kind: 'unreachable' });
  });

  it('is none if it says nothing about the database', () => {
    const others = [numbered(1064, 'syntax'), failure('x', { code: 'ER_PARSE_ERROR' }), failure('x', { code: 7 })];
    for (const error of [...others, new Error('x'), 'ECONNRESET', null, { errno: 1062 }])
      expect(classify(error)).toBeNull();
  });
});

describe('a connection', () => {
  it.each([
    ['ECONNRESET', true],
    ['EPIPE', true],
    ['PROTOCOL_CONNECTION_LOST', true],
    ['PROTOCOL_ENQUEUE_AFTER_QUIT', true],
    ['ETIMEDOUT', false],
    ['ER_DUP_ENTRY', false],
  ])('is lost with %s: %s', (code, lost) => {
    expect(isLost(failure('x', { code, errno: 1062 }))).toBe(lost);
  });

  it('is lost if the server closed it', () => {
    expect([1053, 1927, 4031].map((errno) => isLost(numbered(errno)))).toEqual([true, true, true]);
  });

  it('stays usable after an error of the server, unless that was fatal', () => {
    expect(breaksConnection(numbered(1062))).toBe(false);
    expect(breaksConnection(failure('x', { errno: 1062, fatal: true }))).toBe(true);
    expect(breaksConnection(new Error('x'))).toBe(true);
    expect(breaksConnection(numbered(1927))).toBe(true);
  });
});
