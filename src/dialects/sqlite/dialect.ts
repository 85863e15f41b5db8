import type { Dialect } from '../dialect.ts';
import { ddl } from './ddl.ts';
import { open, openExisting } from './driver.ts';
import { dropTables } from './drop-tables.ts';
import { classify } from './errors.ts';
import { destroy, exists } from './existence.ts';
import { internalTables, introspect } from './introspect.ts';
import { counters, foreignKeys, isReferredTo, valueByDefault } from './keys.ts';
import { printer } from './printer.ts';
import { size } from './size.ts';
import { openSnapshot } from './snapshot.ts';
import { writesSpread } from './spreading.ts';
import { textBuild } from './text-build.ts';
import { textIndexObstacle } from './text-index.ts';
import { unreadableViews } from './views.ts';

/** SQLite, embedded. */
export const sqlite: Dialect = {
  engine: 'sqlite',
  capabilities: {
    transactionalDdl: true,
    rowValues: true,
    embedded: true,
    nameBytes: 256,
    columns: 2_000,
    indexForms: ['sort'],
    textIndexes: 'counted',
    indexWalk: 'bounded',
    reservedNames: /^sqlite_/i,
    systemColumns: new Set(),
    membersBeyondBasicPlane: true,
  },
  printer,
  textBuild,
  textIndexObstacle,
  ddl,
  dropTables,
  introspect,
  foreignKeys,
  isReferredTo,
  unreadableViews,
  counters,
  valueByDefault,
  size,
  writesSpread,
  internalTables,
  classify,
  open,
  openExisting,
  openSnapshot,
  exists,
  destroy,
};
