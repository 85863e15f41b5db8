import { type ApiError, addHint, type ErrorParameters } from '../errors/api-error.ts';
import type { ErrorName } from '../errors/catalogue.ts';
import type { Caller } from '../permissions/caller.ts';
import type { Catalog } from '../persistence/catalog.ts';
import { operators } from '../query/operators.ts';
import { datatypes } from '../schema/datatypes.ts';
import { COLUMN_ATTRIBUTES, ROW_ATTRIBUTES } from '../schema/definition/attributes.ts';
import { fieldTypes } from '../schema/field-types/all.ts';
import { didYouMean } from '../shared/nearest.ts';

/** The names that the caller may see. */
interface Seen {
  readonly collections: () => string[];
  readonly fields: (collection: string) => string[];
}

const MAX_NAMES = 30;
const MAX_WORDS = 5;
const ATTRIBUTES = [...ROW_ATTRIBUTES, ...COLUMN_ATTRIBUTES];

type Hint = (parameters: ErrorParameters, seen: Seen) => string;

/** Hints by the names of errors. */
const hints: Readonly<Partial<Record<ErrorName, Hint>>> = {
  collectionNotFound: ({ collection = '' }, { collections }) => didYouMean(String(collection), collections()),
  invalidField: ({ field = '', collection = '' }, { fields }) =>
    fieldHint(String(field).replace(/^-/, ''), fields(String(collection))),
  fieldNotFound: ({ field = '', collection }, { fields }) =>
    collection === undefined ? '' : pathHint(String(field), fields(String(collection))),
  unknownPayloadFields: ({ fields: unknown = '', collection = '' }, { fields }) =>
    payloadHint(
      String(unknown).split(', '),
      collection === 'directus_fields' ? ATTRIBUTES : fields(String(collection)),
    ),
  unknownFilter: ({ operator = '' }) =>
    meantOrListed(
      String(operator),
      'Operators are',
      operators.map(({ name }) => name),
    ),
  unknownType: ({ type = '' }) =>
    meantOrListed(
      String(type),
      'Types are',
      fieldTypes.map(({ name }) => name),
    ),
  unknownDatatype: ({ datatype = '' }) => meantOrListed(String(datatype), 'Datatypes are', Object.keys(datatypes)),
  systemCollectionAccess: ({ collection = '' }) => {
    const name = String(collection).replace(/^directus_/, '');
    return name === '' ? '' : `It has a path of its own: /${name}.`;
  },
  primaryKeyMissing: ({ key }) => (key === undefined ? '' : `Every entry of the list needs "${key}".`),
  duplicateItem: ({ field, collection = '' }, { fields }) =>
    fields(String(collection)).includes(String(field)) ? `Another item has this value in "${field}".` : '',
  noPrimaryKey: () => 'Give one of the fields "primary_key": true.',
  lengthRequired: () => 'Give it a "length": the number of characters, or the members of a list, such as "a,b".',
  lengthNotSupported: () => 'Leave "length" out.',
  arrayForScalar: () => 'Send a single value.',
};

/** Adds a hint to a failure, as far as the caller may see the names in it. */
export function withNames(error: ApiError, catalog: Catalog, caller: Caller): ApiError {
  const hint = hints[error.entry];
  return hint ? addHint(error, hint(error.parameters, seenBy(catalog, caller))) : error;
}

function seenBy({ schema, policy }: Catalog, caller: Caller): Seen {
  const own = policy(caller);
  return {
    collections: () => [...schema.collections.keys()].filter((name) => own.collection(name).allows('read')),
    fields(name) {
      const collection = own.collection(name);
      if (!collection.allows('read')) return [];
      const names = [...(schema.collections.get(name)?.byName.keys() ?? [])];
      return names.filter((field) => collection.readable(field).kind === 'always');
    },
  };
}

/** The failure has two causes: there is no field of this name, or the field's type does not accept the filter. */
function fieldHint(name: string, names: readonly string[]): string {
  return names.includes(name)
    ? 'It is there, but no such filter applies to it.'
    : meantOrListed(name, 'Its fields are', names);
}

/** The failure has two causes: there is no such field, or the path continues after a field that is not a relation. */
function pathHint(name: string, names: readonly string[]): string {
  return names.includes(name)
    ? 'It is no relation, so nothing can follow it.'
    : meantOrListed(name, 'Its fields are', names);
}

function meantOrListed(word: string, begin: string, names: readonly string[]): string {
  const meant = didYouMean(word, names);
  if (meant !== '' || names.length === 0) return meant;
  return `${begin}: ${names.slice(0, MAX_NAMES).join(', ')}${names.length > MAX_NAMES ? ', …' : ''}.`;
}

function payloadHint(unknown: readonly string[], names: readonly string[]): string {
  const meant = unknown
    .slice(0, MAX_WORDS)
    .map((word) => didYouMean(word, names))
    .filter((hint) => hint !== '');
  return meant.length > 0 || unknown.length !== 1 ? meant.join(' ') : meantOrListed('', 'Its fields are', names);
}
