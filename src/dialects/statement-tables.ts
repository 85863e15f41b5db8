import { Lru } from '../shared/lru.ts';

const TEXTS = 2_000;
/** Longer texts are not cached. */
const MAX_LENGTH = 10_000;
const NAME = /"((?:[^"]|"")+)"|`((?:[^`]|``)+)`/g;
const WRITE = /^(?:INSERT INTO|UPDATE|DELETE FROM) (?:"((?:[^"]|"")+)"|`((?:[^`]|``)+)`)/;
/** Statements that insert into several tables. */
const WRITES = /INSERT INTO "((?:[^"]|"")+)"/g;
const NONE: readonly string[] = [];
const named = new Lru<string, readonly string[]>(TEXTS);
/** Caches the tables of statements that insert into several; there are few such statements. */
const several = new Lru<string, readonly string[]>(100);

/**
 * The names of all tables that a statement may read. Since all names in statements are quoted, every quoted name is
 * returned, including those of columns.
 */
export function tablesRead(text: string): readonly string[] {
  const known = named.get(text);
  if (known) return known;
  const names = [...new Set(Array.from(text.matchAll(NAME), ([, standard, mysql]) => standard ?? mysql ?? ''))];
  if (text.length <= MAX_LENGTH) named.set(text, names);
  return names;
}

/** The names of the tables that a statement writes; null if they are unknown. */
export function tablesWritten(text: string): readonly string[] | null {
  if (text.startsWith('SELECT ')) return NONE;
  if (text.startsWith('WITH first AS (INSERT ')) return severalWritten(text);
  const [, standard, mysql] = WRITE.exec(text) ?? [];
  const name = standard ?? mysql;
  return name === undefined ? null : [name];
}

function severalWritten(text: string): readonly string[] {
  const known = several.get(text);
  if (known) return known;
  const names = Array.from(text.matchAll(WRITES), ([, name = '']) => name);
  several.set(text, names);
  return names;
}

/** Whether a statement returns something else each time. */
export function isRandom(text: string): boolean {
  return /\bRAND(?:OM)?\(/i.test(text);
}
