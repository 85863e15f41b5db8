import type { Engine } from '../api/info.ts';
import type { CollectionRow } from '../model/collection.ts';

/** What keeps the fields of a collection from having text indexes: the database system, or a key that does not count. */
export type TextIndexObstacle = 'engine' | 'key';

/** Why a collection can have no text indexes on an engine; null if it can. The server refuses the same. (Contract, S-187.) */
export function textIndexObstacle(engine: Engine, { fields }: CollectionRow): TextIndexObstacle | null {
  if (engine === 'mysql') return 'engine';
  const isCounted = Object.values(fields).some(({ auto_increment }) => auto_increment);
  return engine === 'sqlite' && !isCounted ? 'key' : null;
}
