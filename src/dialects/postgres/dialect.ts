import type { Dialect } from '../dialect.ts';
import { ddl } from './ddl.ts';
import { open, openExisting } from './driver.ts';
import { dropTables } from './drop-tables.ts';
import { classify } from './errors.ts';
import { destroy, exists } from './existence.ts';
import { internalTables, introspect } from './introspect.ts';
import { counters, foreignKeys, isReferredTo } from './keys.ts';
import { printer } from './printer.ts';
import { size } from './size.ts';
import { openSnapshot } from './snapshot.ts';
import { writesSpread } from './spreading.ts';
import { textIndexObstacle } from './text-index.ts';

/** PostgreSQL, from version 12 on. */
export const postgres: Dialect = {
  engine: 'postgres',
  capabilities: {
    transactionalDdl: true,
    rowValues: true,
    indexWalk: 'reversed',
    embedded: false,
    nameBytes: 63,
    columns: 1_600,
    indexForms: ['sort'],
    textIndexes: 'all',
    reservedNames: /^pg_/i,
    systemColumns: new Set(['cmax', 'cmin', 'ctid', 'tableoid', 'xmax', 'xmin']),
    membersBeyondBasicPlane: true,
  },
  printer,
  ddl,
  dropTables,
  internalTables,
  introspect,
  foreignKeys,
  isReferredTo,
  counters,
  size,
  textIndexObstacle,
  writesSpread,
  classify,
  open,
  openExisting,
  openSnapshot,
  exists,
  destroy,
};
