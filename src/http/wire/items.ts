import { changeOf, itemOrItemsOf, newItemOrItemsOf } from '../../wire/items.ts';
import { key, keys, optionalText } from '../../wire/members.ts';
import { data, type PlannedBody, type Tag, type Wire, type WireAnswer } from '../../wire/wire.ts';

/** The collection and tag of a resource. If the collection is null, the path names it. */
interface Subject {
  readonly tag: Tag;
  readonly collection: string | null;
  /** The word for one of its items, such as `user`. */
  readonly noun: string;
  readonly plural: string;
}

const collectionPath = ({ collection }: Subject): Wire['path'] =>
  collection === null ? { collection: key('The name of the collection') } : {};

/** The answer to a write if the caller may not read the item. */
const UNSEEN: WireAnswer = { kind: 'nothing' };

const READ_ERRORS = [
  'collectionNotFound',
  'systemCollectionAccess',
  'readDenied',
  'fieldReadDenied',
  'invalidField',
  'queryTooCostly',
] as const;
const WRITE_ERRORS = [
  'collectionNotFound',
  'systemCollectionAccess',
  'bodyMissing',
  'invalidPayload',
  'unknownPayloadFields',
  'fieldWriteDenied',
  'arrayForScalar',
  'valueTooLong',
  'duplicateItem',
  'commentRequired',
] as const;

const planned = (shape: PlannedBody['shape']): PlannedBody => ({ check: 'plan', shape });

const listItems = (subject: Subject): Wire => ({
  summary: `List ${subject.plural}`,
  tags: [subject.tag],
  path: collectionPath(subject),
  language: 'list',
  answers: [data(itemOrItemsOf(subject.collection), { meta: true }), { kind: 'export' }],
  errors: READ_ERRORS,
});

const readItems = (subject: Subject): Wire => ({
  summary: `Read one ${subject.noun}, or several`,
  tags: [subject.tag],
  path: { ...collectionPath(subject), id: keys },
  ...(subject.collection === null && { query: { preview: optionalText('A token of POST /previews for this item') } }),
  language: 'item',
  answers: [data(itemOrItemsOf(subject.collection), { meta: true })],
  errors: [...READ_ERRORS, 'itemNotFound', ...(subject.collection === null ? (['previewEnded'] as const) : [])],
});

const createItems = (subject: Subject): Wire => ({
  summary: `Create one ${subject.noun}, or several`,
  tags: [subject.tag],
  path: collectionPath(subject),
  language: 'item',
  body: planned(newItemOrItemsOf(subject.collection)),
  answers: [data(itemOrItemsOf(subject.collection), { meta: true }), UNSEEN],
  errors: [...WRITE_ERRORS, 'createDenied'],
});

const updateEachItem = (subject: Subject): Wire => ({
  summary: `Change several ${subject.plural}, each in its own way`,
  tags: [subject.tag],
  path: collectionPath(subject),
  language: 'item',
  body: planned((t) => t.Array(changeOf(subject.collection)(t))),
  answers: [data(itemOrItemsOf(subject.collection), { meta: true }), UNSEEN],
  errors: [...WRITE_ERRORS, 'updateDenied', 'itemNotFound', 'primaryKeyMissing', 'itemChanged'],
});

const updateItems = (subject: Subject): Wire => ({
  summary: `Change one ${subject.noun}, or several in the same way`,
  tags: [subject.tag],
  path: { ...collectionPath(subject), id: keys },
  language: 'item',
  body: planned(changeOf(subject.collection)),
  answers: [data(itemOrItemsOf(subject.collection), { meta: true }), UNSEEN],
  errors: [...WRITE_ERRORS, 'updateDenied', 'itemNotFound', 'itemChanged'],
});

const deleteItems = (subject: Subject): Wire => ({
  summary: `Delete one ${subject.noun}, or several`,
  tags: [subject.tag],
  path: { ...collectionPath(subject), id: keys },
  answers: [{ kind: 'deleted' }],
  errors: [
    'collectionNotFound',
    'systemCollectionAccess',
    'deleteDenied',
    'itemNotFound',
    'itemChanged',
    'commentRequired',
  ],
});

/** Items of any collection. */
export const itemsWire = { listItems, readItems, createItems, updateEachItem, updateItems, deleteItems };
