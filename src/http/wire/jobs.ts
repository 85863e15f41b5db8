import { JOB_STATES } from '../../persistence/jobs/job.ts';
import { EMPTY, MODES } from '../../services/import/input.ts';
import { KIND_NAMES } from '../../services/jobs/kinds.ts';
import { key, moment, nullable, oneOf, optionalText } from '../../wire/members.ts';
import type { Build, Shape } from '../../wire/shape.ts';
import { data, type HandledBody, type Wire } from '../../wire/wire.ts';

const id = key('The id of the job');

const refusal = (t: Build) =>
  t.Object({
    key: t.String({ description: 'The key of the item, or its place in what was sent' }),
    code: nullable(t, t.Integer()),
    message: t.String(),
  });

const members = (t: Build) => ({
  id: t.Integer(),
  kind: t.String(),
  state: oneOf(t, JOB_STATES),
  user: nullable(t, t.Integer({ description: 'Who asked for it; null for the server itself' })),
  input: t.Record(t.String(), t.Unknown()),
  comment: nullable(t, t.String()),
  progress: t.Object({
    done: t.Integer({ description: 'The pieces that were handled, refused ones included' }),
    total: nullable(t, t.Integer({ description: 'Null while it is not known' })),
    refused: t.Integer(),
  }),
  result: nullable(t, t.Record(t.String(), t.Unknown())),
  error: nullable(t, t.Object({ code: nullable(t, t.Integer()), message: t.String() })),
  created_on: moment(t),
  started_on: nullable(t, moment(t)),
  updated_on: moment(t),
  ended_on: nullable(t, moment(t)),
});

const listed = (t: Build) => t.Object(members(t));

const whole: Shape = (t) =>
  t.Object({
    ...members(t),
    undoable: t.Boolean({ description: 'Whether a job `undo` finds changes to undo' }),
    refused: t.Array(refusal(t), { description: 'The first of what was left out' }),
  });

const selection = (t: Build) => ({
  collection: t.String(),
  filter: t.Union([t.Record(t.String(), t.Unknown()), t.Array(t.Record(t.String(), t.Unknown()))], {
    description: 'As in a list, as JSON; {} for all items',
  }),
  q: optionalText('Searches like the parameter of a list')(t),
  status: optionalText('The statuses that count, like the parameter of a list')(t),
});

const columnRule = (t: Build) =>
  t.Object({
    field: t.String({ description: 'A field, or one of a related item by which that is found: author.name' }),
    create: t.Optional(t.Boolean({ description: 'Creates the related item if it is missing' })),
    date: t.Optional(t.String({ description: 'How dates are written, such as DD.MM.YYYY' })),
    decimal: t.Optional(oneOf(t, ['.', ','])),
  });

const importMembers = (t: Build) => ({
  collection: t.String(),
  file: t.Optional(t.Integer({ description: 'The id of a file of the project' })),
  upload: t.Optional(t.String({ description: 'What an upload was answered with' })),
  name: optionalText('What the file is called')(t),
  format: t.Optional(oneOf(t, ['csv', 'json', 'ndjson', 'xlsx'])),
  options: t.Optional(
    t.Object({
      encoding: t.Optional(oneOf(t, ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'])),
      delimiter: t.Optional(t.String()),
      sheet: t.Optional(t.String()),
    }),
  ),
  mapping: t.Optional(
    t.Record(t.String(), t.Union([t.String(), columnRule(t), t.Null()]), {
      description: 'A field for each column; null leaves a column out',
    }),
  ),
  mode: t.Optional(oneOf(t, MODES)),
  key: t.Optional(t.Union([t.String(), t.Array(t.String())], { description: 'Finds the item of a row' })),
  empty: t.Optional(oneOf(t, EMPTY)),
  trim: t.Optional(t.Boolean()),
  on_refusal: t.Optional(oneOf(t, ['leave_out', 'stop'])),
});

const uploaded: Shape = (t) => t.Object({ upload: t.String(), name: t.String(), size: t.Integer() });

const previewed: Shape = (t) =>
  t.Object({
    format: t.String(),
    options: t.Record(t.String(), t.String()),
    sheets: t.Array(t.String()),
    rows: t.Object({ count: nullable(t, t.Integer()), exact: t.Boolean() }),
    columns: t.Array(t.Object({ name: t.String(), samples: t.Array(t.String()) })),
    mapping: t.Array(t.Intersect([t.Object({ column: t.String() }), columnRule(t)])),
    keys: t.Array(t.String({ description: 'Fields by which items can be found' })),
    outcomes: t.Array(
      t.Object({
        row: t.Integer(),
        values: t.Record(t.String(), t.Unknown()),
        does: oneOf(t, ['create', 'update', 'refuse']),
        key: t.Optional(t.String()),
        error: t.Optional(
          t.Object({
            code: nullable(t, t.Integer()),
            message: t.String(),
            column: nullable(t, t.String()),
          }),
        ),
      }),
    ),
  });

const wanted: HandledBody = {
  check: 'handler',
  reason: 'Each kind of job checks its own input, which depends on the collection.',
  shape: (t) =>
    t.Union([
      t.Object({
        kind: t.Literal('update'),
        ...selection(t),
        payload: t.Record(t.String(), t.Unknown(), { description: 'The new values' }),
      }),
      t.Object({ kind: t.Literal('delete'), ...selection(t) }),
      t.Object({ kind: t.Literal('undo'), job: t.Integer({ description: 'The job to undo' }) }),
      t.Object({ kind: t.Literal('import'), ...importMembers(t) }),
      t.Object({ kind: t.Literal('backup') }),
      t.Object({
        kind: t.Literal('thumbnails'),
        folder: t.Optional(t.Integer({ description: 'Only of the files in this folder' })),
      }),
    ]),
};

const ERRORS = ['notAuthenticated', 'jobNotFound'] as const;

const IMPORT_ERRORS = [
  'importFormat',
  'importUnreadable',
  'importSheet',
  'importTooWide',
  'importFileMissing',
  'createDenied',
  'updateDenied',
] as const;

const list: Wire = {
  summary: 'List the jobs that the caller may see, newest first',
  tags: ['jobs'],
  query: {
    state: (t) => t.Optional(oneOf(t, JOB_STATES)),
    kind: (t) => t.Optional(oneOf(t, KIND_NAMES)),
    limit: (t) => t.Optional(t.Integer({ minimum: 1, maximum: 100, description: '50 by default' })),
    page: (t) => t.Optional(t.Integer({ minimum: 1 })),
  },
  answers: [data((t) => t.Array(listed(t)))],
  errors: ['notAuthenticated'],
};

/** The collection must be known before the file is received. */
const imported: Shape = (t) => t.String({ description: 'What a file that is sent will be imported into' });

const create: Wire = {
  summary: 'Make a job, which a server begins soon',
  tags: ['jobs'],
  query: { collection: imported },
  body: { ...wanted, types: ['application/json', 'multipart/form-data'] },
  answers: [data(listed)],
  errors: ['notAuthenticated', 'bodyMissing', 'jobsExhausted', 'adminOnly', 'backupUnderWay', ...IMPORT_ERRORS],
};

const upload: Wire = {
  summary: 'Upload a file to import',
  tags: ['jobs'],
  query: { collection: imported },
  body: {
    check: 'handler',
    types: ['multipart/form-data'],
    reason: 'The file is read while it arrives.',
    shape: (t) => t.Object({ file: t.String({ format: 'binary' }) }),
  },
  answers: [data(uploaded)],
  errors: ['notAuthenticated', 'bodyMissing', 'createDenied', 'emptyFile', 'fileTooLarge', 'storageUnavailable'],
};

const preview: Wire = {
  summary: 'Say what an import would do with the first 100 rows of a file',
  tags: ['jobs'],
  query: { collection: imported },
  body: {
    check: 'handler',
    types: ['application/json', 'multipart/form-data'],
    reason: 'It depends on the collection.',
    shape: (t) => t.Object(importMembers(t)),
  },
  answers: [data(previewed)],
  errors: ['notAuthenticated', 'bodyMissing', ...IMPORT_ERRORS],
};

const read: Wire = {
  summary: 'Read a job',
  tags: ['jobs'],
  path: { id },
  answers: [data(whole)],
  errors: ERRORS,
};

const remove: Wire = {
  summary: 'Delete a job that has ended, with what it keeps',
  tags: ['jobs'],
  path: { id },
  answers: [{ kind: 'deleted' }],
  errors: [...ERRORS, 'jobState'],
};

const cancel: Wire = {
  summary: 'Cancel a job',
  tags: ['jobs'],
  path: { id },
  answers: [data(listed)],
  errors: [...ERRORS, 'jobState'],
};

const resume: Wire = {
  summary: 'Continue a job that has failed or was cancelled',
  tags: ['jobs'],
  path: { id },
  answers: [data(listed)],
  errors: [...ERRORS, 'jobState', 'jobsExhausted'],
};

const refused: Wire = {
  summary: 'List what a job has left out, as a CSV file',
  tags: ['jobs'],
  path: { id },
  answers: [{ kind: 'text', type: 'text/csv; charset=utf-8' }],
  errors: ERRORS,
};

const backup: Wire = {
  summary: 'Download the backup that a job has made; for administrators',
  tags: ['jobs'],
  path: { id },
  answers: [{ kind: 'file' }],
  errors: [...ERRORS, 'adminOnly', 'backupMissing', 'rangeNotSatisfiable'],
};

const events: Wire = {
  summary: 'Follow a job until it ends, by server-sent events',
  tags: ['jobs'],
  path: { id },
  answers: [{ kind: 'text', type: 'text/event-stream' }],
  errors: [...ERRORS, 'jobListeners'],
};

/** Work that outlives its request. */
export const jobsWire = { list, create, upload, preview, read, remove, cancel, resume, refused, backup, events };
