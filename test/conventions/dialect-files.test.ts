import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../support/built.ts';

/** The files that every engine has. */
const COMMON = [
  'ddl.ts',
  'dialect.ts',
  'driver.ts',
  'drop-tables.ts',
  'errors.ts',
  'existence.ts',
  'introspect.ts',
  'keys.ts',
  'printer.ts',
  'quoting.ts',
  'size.ts',
  'snapshot.ts',
  'spreading.ts',
  'text-index.ts',
  'types.ts',
];

/** The files that engines behind a network share. */
const NETWORKED = ['connect.ts', 'session.ts', 'silence.ts', 'stream-chunks.ts', 'transaction.ts'];

/** The files that only one engine has, with the reason. */
const OWN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  sqlite: {
    'bindable.ts': 'the server and its processes bind the same values',
    'checkpoints.ts': 'the log of a file that is written much is copied by another process',
    'disk-pace.ts': 'the server syncs to disk itself',
    'log-sync.ts': 'the server syncs to disk itself',
    'connection.ts': 'a connection whose statements are prepared on demand',
    'converted.ts': 'a column holds any value, so those of another datatype are converted by expressions',
    'closed-handles.ts': 'connections are closed for good when their statements have been collected',
    'groups.ts': 'sums beyond 64 bits are made of two',
    'indexes.ts': 'unique indexes and others are told apart by their statements',
    'kept-text.ts': 'a changed table is rebuilt, and keeps the clauses of the program that made it',
    'long-transaction.ts': 'the statements of a long transaction would hold the event loop',
    'object-text.ts': 'rows are written as JSON',
    'page-caches.ts': 'busy connections share memory for the pages of their files',
    'plan-costs.ts': 'what statements have cost decides where they run',
    'read-process': 'expensive statements run in a process that can be ended',
    'shared-commits.ts': 'writers share the synchronisation to disk',
    'table-sizes.ts': 'the cost of a statement is estimated before it runs',
    'table-text.ts': 'only the statement that created a table has all of its definition',
    'text-build.ts': 'text indexes are built beside other work',
    'text-indexes.ts': 'text indexes are read back from these',
    'turn-snapshot.ts':
      'what a turn of the event loop reads shares a transaction, since beginning one takes as long as a short read',
    'unusual-values.ts': 'a column may hold values of other types',
    'views.ts': 'the engine lets a change break views',
    'wide-integers.ts': 'a column of any type may hold integers of 64 bits',
    'write-process': 'rewriting a large table, or committing many changes, would hold the event loop',
    'write-result.ts': 'the server and its processes count the same way',
  },
  mysql: {
    'changes.ts': 'changes by other processes are found by a stamp in a table',
    'state-table.ts': 'the table of that stamp',
    'collation.ts': 'collations decide what is equal',
    'connect-options.ts': 'TLS and character sets',
    'connection.ts': 'a connection whose statements are prepared on demand',
    'defaults.ts': 'the information schema loses characters',
    'execute.ts': 'statements with callbacks, since promises cost more',
    'execute-command.ts': 'a command of the driver with parameters encoded here',
    'execute-packet.ts': 'how the protocol carries parameters',
    'execute-prepared.ts': 'a bounded number of prepared statements per connection',
    'effort.ts': 'some alterations are instant, some are in place, and some copy the table',
    'inserted-keys.ts': 'keys of an insert of many rows are counted from the first',
    'lone-connection.ts': 'the driver has no limit for waiting',
    'member.ts': 'processes register by a lock of their own name',
    'moments.ts': 'how the protocol carries dates and times',
    'packet-size.ts': 'the server hangs up on packets that are too long',
    'private-names.ts': 'the driver refuses to read columns of some names',
    'pipelining.ts': 'proxies may not accept what the server does',
    'reachability.ts': 'the driver has no limit for waiting',
    'row-reader.ts': 'the driver keeps rows however large they are',
    'stream-of.ts': 'the types of the driver lack its socket',
    'values.ts': 'values as the driver sends and returns them',
    'write-counters.ts': 'counters of the server say whether anybody has written',
  },
  postgres: {
    'comparand.ts': 'values are compared in the type of their column',
    'driver-query.ts': 'what the driver knows of a statement',
    'listener.ts': 'changes by other processes are notifications',
    'pool-generation.ts': 'sessions are replaced when their plans are outdated',
    'sign-in-guard.ts': 'the driver computes the hash of a password on the event loop, as often as the server demands',
    'sort-key.ts': 'indexes have the expressions that texts are sorted by',
    'socket.ts': 'a connection that is lost is noticed',
    'submit.ts': 'statements of the driver that do not stay in memory',
    'writers.ts': 'writers are bounded',
  },
};

describe('the folders of the engines', () => {
  it.each(Object.entries(OWN))('%s has the files that all have, and those that only it needs', (engine, own) => {
    const files = readdirSync(join(ROOT, 'src/dialects', engine));
    const shared = engine === 'sqlite' ? COMMON : [...COMMON, ...NETWORKED];
    expect(files.sort()).toEqual([...shared, ...Object.keys(own)].sort());
  });
});
