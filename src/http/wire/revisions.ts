import { itemOf, itemOrItemsOf } from '../../wire/items.ts';
import { key, keys } from '../../wire/members.ts';
import type { Shapes } from '../../wire/shape.ts';
import { data, type Tag, type Wire } from '../../wire/wire.ts';

const REVISIONS = 'directus_revisions';
const READ_ERRORS = ['readDenied', 'fieldReadDenied', 'invalidField'] as const;

const collection = key('The name of the collection');
const item = key('The key of the item');

const ofItem = (tag: Tag, path: Shapes): Wire => ({
  summary: 'List the revisions of an item',
  tags: ['revisions', tag],
  path: { ...path, id: item },
  language: 'list',
  answers: [data(itemOrItemsOf(REVISIONS), { meta: true }), { kind: 'export' }],
  errors: [...READ_ERRORS, 'collectionNotFound', 'itemNotFound'],
});

const back = (tag: Tag, path: Shapes): Wire => ({
  summary: 'Read the revision that many steps back',
  tags: ['revisions', tag],
  path: { ...path, id: item, offset: key('The number of steps back; 0 for the newest revision') },
  language: 'item',
  answers: [data(itemOrItemsOf(REVISIONS), { meta: true })],
  errors: [...READ_ERRORS, 'collectionNotFound', 'itemNotFound', 'revisionNotFound'],
});

const list: Wire = {
  summary: 'List revisions',
  tags: ['revisions'],
  language: 'list',
  answers: [data(itemOrItemsOf(REVISIONS), { meta: true }), { kind: 'export' }],
  errors: READ_ERRORS,
};

const read: Wire = {
  summary: 'Read one revision, or several',
  tags: ['revisions'],
  path: { id: keys },
  language: 'item',
  answers: [data(itemOrItemsOf(REVISIONS), { meta: true })],
  errors: [...READ_ERRORS, 'itemNotFound'],
};

const revert: Wire = {
  summary: 'Make an item what it was in a revision',
  tags: ['revisions', 'items'],
  path: { collection, id: item, revision: key('The id of the revision') },
  language: 'item',
  answers: [data(itemOf(null), { meta: true }), { kind: 'nothing' }],
  errors: [
    'collectionNotFound',
    'systemCollectionAccess',
    'itemNotFound',
    'revisionNotFound',
    'updateDenied',
    'fieldWriteDenied',
    'commentRequired',
    'itemChanged',
  ],
};

/** Revisions. */
export const revisionsWire = { collection, ofItem, back, list, read, revert };
