import { describe, expectTypeOf, it } from 'vitest';
import type { Context, Scope } from '../../../src/persistence/context.ts';
import type { Source } from '../../../src/persistence/source.ts';
import type { Store } from '../../../src/persistence/store.ts';
import type { SchemaTransaction, Transaction } from '../../../src/persistence/transaction.ts';

type Within = Transaction['context']['store'];

/** The members of a project that lead to its database, or to a transaction of its own. */
type Way = Exclude<keyof Store, keyof Within>;

describe('the context in a transaction', () => {
  it('has no database to read outside it', () => {
    expectTypeOf<Context['store']>().toHaveProperty('database');
    expectTypeOf<Within>().not.toHaveProperty('database');
    expectTypeOf<SchemaTransaction['context']['store']>().not.toHaveProperty('database');
    expectTypeOf<Extract<Source, Transaction>['context']>().toEqualTypeOf<Scope>();
  });

  it('cannot begin another, change the schema or reread it', () => {
    expectTypeOf<Way>().toEqualTypeOf<
      | 'database'
      | 'backups'
      | 'snapshot'
      | 'committed'
      | 'changingSchema'
      | 'outdated'
      | 'outboxSettled'
      | 'internalTable'
      | 'hasInternalTable'
      | 'refresh'
    >();
  });

  it('is not the context of a use case', () => {
    expectTypeOf<Transaction['context']>().not.toExtend<Context>();
  });
});
