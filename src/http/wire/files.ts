import { changeOf, itemOf, newItemOf } from '../../wire/items.ts';
import { keys } from '../../wire/members.ts';
import type { Shape } from '../../wire/shape.ts';
import { data, type Wire, type WireAnswer } from '../../wire/wire.ts';

const FILES = 'directus_files';

/** The answer to a change: a list of one file, or a list of such lists. (Contract, F-37.) */
const changed: Shape = (t) => {
  const one = t.Array(itemOf(FILES)(t));
  return t.Union([one, t.Array(one)]);
};

const SHOWN: readonly [WireAnswer, WireAnswer] = [data(changed, { meta: true }), { kind: 'nothing' }];

const CHANGE_ERRORS = [
  'bodyMissing',
  'updateDenied',
  'fieldWriteDenied',
  'itemNotFound',
  'unknownPayloadFields',
  'fileNameTaken',
  'fileNameRunnable',
  'fileTooLarge',
  'fileTypeRefused',
  'itemChanged',
] as const;

const create: Wire = {
  summary: 'Upload a file',
  tags: ['files'],
  language: 'item',
  body: {
    check: 'plan',
    types: ['multipart/form-data', 'application/json'],
    shape: newItemOf(FILES),
  },
  answers: [data(itemOf(FILES), { meta: true }), { kind: 'nothing' }],
  errors: [
    'bodyMissing',
    'bodyIncomplete',
    'batchUpload',
    'uploadDenied',
    'createDenied',
    'unknownPayloadFields',
    'emptyFile',
    'fileTooLarge',
    'fileTypeRefused',
    'fileNameTaken',
    'fileNameRunnable',
    'addressUnreadable',
    'addressNoImage',
    'storageUnavailable',
  ],
};

const updateEach: Wire = {
  summary: 'Change several files, each in its own way',
  tags: ['files'],
  language: 'item',
  body: { check: 'plan', shape: (t) => t.Array(changeOf(FILES)(t)) },
  answers: SHOWN,
  errors: CHANGE_ERRORS,
};

const update: Wire = {
  summary: 'Change one file, or several in the same way',
  tags: ['files'],
  path: { id: keys },
  language: 'item',
  body: { check: 'plan', shape: changeOf(FILES) },
  answers: SHOWN,
  errors: CHANGE_ERRORS,
};

const remove: Wire = {
  summary: 'Delete one file, or several, with their bytes',
  tags: ['files'],
  path: { id: keys },
  answers: [{ kind: 'deleted' }],
  errors: ['deleteDenied', 'itemNotFound', 'itemChanged'],
};

/** Files. They are read like items. */
export const filesWire = { create, updateEach, update, remove };
