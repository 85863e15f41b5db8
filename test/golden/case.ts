import type { Query } from '../../src/query/ast.ts';
import { signatureOf, writeCursor } from '../../src/query/cursor.ts';
import { parseParameters } from '../../src/query/parse/parameters.ts';
import { parseQuery, restrict } from '../../src/query/parse/query.ts';
import type { PlannedOrder } from '../../src/query/plan/plan.ts';
import type { Collection } from '../../src/schema/collection.ts';
import { primaryKeyOf } from '../../src/schema/schema.ts';
import { type Settings, toSettings } from '../../src/schema/settings.ts';
import { libraryCollection } from './library.ts';
import { type Person, person } from './people.ts';

/** A read in a table of cases. */
export interface ReadCase {
  readonly who: Person;
  readonly collection: Collection;
  readonly query: Query;
  readonly settings: Settings;
}

const LINE = /^(\w+) (\w+)(?:\/([\w,]+))?(?:\?(.*?))?(?: \| (.*))?$/;
/** A cursor in short form: its collection, its order, and its position as values. */
const CURSOR = /@(\w+):([\w,-]+):([^&]*)/g;

/** Reads `who collection?query | setting=value`, or `who collection/keys?query`. */
export function readCase(line: string): ReadCase {
  const [, who, name, keys, parameters = '', settings = ''] = LINE.exec(line) ?? [];
  if (!who || !name) throw new Error(`"${line}" is not a case`);
  const collection = libraryCollection(name);
  const text = parameters.replace(CURSOR, (_text, of, terms, values) => cursorOf(of, terms, values));
  const query = parseQuery(parseParameters(text));
  const rows = settings.split(' ').map((setting) => setting.split('='));
  return {
    who: person(who),
    collection,
    query: keys ? byKeys(collection, query, keys.split(',')) : query,
    settings: toSettings(rows.map(([key = '', value = '']) => ({ key, value }))),
  };
}

function cursorOf(collection: string, terms: string, values: string): string {
  const order = terms.split(',').map((term) => {
    const name = term.replace(/^-/, '');
    return { field: { name }, descending: name !== term } as PlannedOrder;
  });
  return writeCursor(signatureOf(collection, order), values.split(',').map(placeOf));
}

function placeOf(value: string): string | number | null {
  if (value === '') return null;
  return Number.isNaN(Number(value)) ? value : Number(value);
}

/** Items by their keys; a single one includes its entity tag. */
function byKeys(collection: Collection, query: Query, keys: readonly string[]): Query {
  const alone = keys.length === 1;
  return restrict({ ...query, versioned: alone, ...(alone && { limit: -1 }) }, primaryKeyOf(collection).name, keys);
}
