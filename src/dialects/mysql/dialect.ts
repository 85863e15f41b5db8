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
import { textIndexObstacle } from './text-index.ts';

/** MySQL from 8.0.17 and MariaDB from 10.6. */
export const mysql: Dialect = {
  engine: 'mysql',
  capabilities: {
    transactionalDdl: false,
    rowValues: false,
    indexWalk: 'stepwise',
    embedded: false,
    // A name has at most 64 characters of the basic plane, each at most three bytes, and does not end in a space.
    nameBytes: 192,
    columns: 1_017,
    indexForms: [],
    textIndexes: 'none',
    reservedNames: /[\u{10000}-\u{10FFFF}]|\s$/iu,
    systemColumns: new Set(),
    membersBeyondBasicPlane: false,
  },
  printer,
  textIndexObstacle,
  ddl,
  dropTables,
  introspect,
  foreignKeys,
  isReferredTo,
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
