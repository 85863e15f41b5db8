import { describe, expect, it } from 'vitest';
import { classify } from '../../../../src/dialects/postgres/errors.ts';

const failure = (code: unknown, more: object = {}): Error => Object.assign(new Error('x'), { code, ...more });

describe('a failure of PostgreSQL', () => {
  it.each([
    ['Key (code)=(x) already exists.', ['code'], 'x'],
    ['Key (code, number)=(x, 1) already exists.', ['code', 'number'], 'x-1'],
    ['Key ("Two words", plain)=(x, 1) already exists.', ['Two words', 'plain'], 'x-1'],
    ['Key ("a""b")=(x) already exists.', ['a"b'], 'x'],
    ['Key (code)=(a)=(b) already exists.', ['code'], 'a)=(b'],
    ['Schlüssel »(code)=(x)« existiert bereits.', ['code'], 'x'],
    ['キー (code, "2nd")=(a, b) はすでに存在します。', ['code', '2nd'], 'a-b'],
    ['Key (code)=((other)=(x)) already exists.', ['code'], '(other)=(x)'],
    ['', [], ''],
    [undefined, [], ''],
  ])('about a duplicate, %s: is of %j', (detail, columns, value) => {
    const taken = { table: 'plants', value };
    expect(classify(failure('23505', { detail, table_name: 'plants' }))).toEqual({ kind: 'unique', columns, taken });
  });

  it.each([
    ['ExecWithCheckOptions', 'refused'],
    ['check_enable_rls', 'hidden'],
    ['aclcheck_error', 'forbidden'],
  ])('about privileges, found in %s: is %s', (routine, kind) => {
    expect(classify(failure('42501', { routine }))).toEqual({ kind });
  });

  it('about a missing value names its column if the server does', () => {
    expect(classify(failure('23502', { column_name: 'title' }))).toEqual({ kind: 'notNull', column: 'title' });
    expect(classify(failure('23502'))).toEqual({ kind: 'notNull', column: '' });
  });

  it.each([
    ['22001', 'value', 'string_data_right_truncation'],
    ['22003', 'value', 'numeric_value_out_of_range'],
    ['22008', 'value', 'datetime_field_overflow'],
    ['22P02', 'value', 'invalid_text_representation'],
    ['22021', 'value', 'character_not_in_repertoire'],
    ['23503', 'reference', 'foreign_key_violation'],
    ['23514', 'value', 'check_violation'],
    ['23P01', 'value', 'exclusion_violation'],
    ['42804', 'value', 'datatype_mismatch'],
    ['42846', 'value', 'cannot_coerce'],
    ['54000', 'value', 'program_limit_exceeded'],
    ['23001', 'reference', 'restrict_violation'],
    ['P0001', 'refused', 'raise_exception'],
    ['428C9', 'computed', 'generated_always'],
    ['42P01', 'schema', 'undefined_table'],
    ['42703', 'schema', 'undefined_column'],
    ['42P07', 'schema', 'duplicate_table'],
    ['42701', 'schema', 'duplicate_column'],
    ['40001', 'busy', 'serialization_failure'],
    ['40P01', 'busy', 'deadlock_detected'],
    ['55P03', 'busy', 'lock_not_available'],
    ['53300', 'busy', 'too_many_connections'],
    ['53200', 'busy', 'out_of_memory'],
    ['53100', 'full', 'disk_full'],
    ['25006', 'readOnly', 'read_only_sql_transaction'],
    ['57014', 'late', 'query_canceled'],
    ['57P01', 'unreachable', 'admin_shutdown'],
    ['57P03', 'unreachable', 'cannot_connect_now'],
    ['08006', 'unreachable', 'connection_failure'],
    ['28P01', 'unreachable', 'invalid_password'],
    ['28000', 'unreachable', 'invalid_authorization_specification'],
    ['3D000', 'unreachable', 'invalid_catalog_name'],
    ['58030', 'unreachable', 'io_error'],
    ['XX001', 'unreachable', 'data_corrupted'],
    ['CONNECT_TIMEOUT', 'unreachable', 'the driver'],
    ['CONNECTION_CLOSED', 'unreachable', 'the driver'],
    ['CONNECTION_ENDED', 'unreachable', 'the driver'],
    ['SASL_SIGNATURE_MISMATCH', 'unreachable', 'the driver'],
    ['ECONNREFUSED', 'unreachable', 'the socket'],
    ['ECONNRESET', 'unreachable', 'the socket'],
    ['ENOTFOUND', 'unreachable', 'the socket'],
    ['EHOSTUNREACH', 'unreachable', 'the socket'],
    ['ENOENT', 'unreachable', 'the socket'],
  ])('with the code %s is %s: %s', (code, kind) => {
    expect(classify(failure(code))).toEqual({ kind });
  });

  it('about a statement that was prepared before its table changed is busy', () => {
    expect(classify(failure('0A000', { routine: 'RevalidateCachedQuery' }))).toEqual({ kind: 'busy' });
    expect(classify(failure('0A000', { routine: 'transformLockingClause' }))).toBeNull();
  });

  it('is none if it says nothing about the database', () => {
    for (const code of ['42601', '42P18', 'XX000', undefined, 7, 'X22001', '225051', { code: '23505' }])
      expect(classify(failure(code))).toBeNull();
    for (const thrown of ['23505', null, { code: '23505' }]) expect(classify(thrown)).toBeNull();
  });
});
