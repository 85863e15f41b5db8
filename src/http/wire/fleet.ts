import { SUSPENDERS } from '../../config/project-config.ts';
import { HEALTH_STATES } from '../../projects/fleet/health.ts';
import { OPERATION_KINDS, OPERATION_STATES } from '../../projects/fleet/operation.ts';
import { key, moment, nullable, oneOf } from '../../wire/members.ts';
import type { Build, Shape } from '../../wire/shape.ts';
import { type CheckedBody, data, type HandledBody, type Wire } from '../../wire/wire.ts';
import { databaseMembers, SUPER_ADMIN_ERRORS, survey } from './server.ts';

const shownDatabase = (t: Build) =>
  t.Object({
    engine: t.String(),
    name: t.String(),
    host: nullable(t, t.String({ description: 'Null for a file' })),
    port: nullable(t, t.Integer()),
  });

const facts = (t: Build) =>
  t.Object({
    name: t.String({ description: 'The name that people see' }),
    size: t.Integer({ description: 'About how large the database is, in bytes' }),
    users: t.Integer({ description: 'Users whose status is active' }),
    last_activity: nullable(t, moment(t)),
    migration: nullable(t, t.String({ description: 'The last migration of the system tables' })),
    internal_tables: t.Array(t.String()),
    last_backup: nullable(t, moment(t)),
  });

const project: Shape = (t) =>
  t.Object({
    project: t.String(),
    private: t.Boolean(),
    database: shownDatabase(t),
    suspended: nullable(
      t,
      t.Object({
        by: oneOf(t, SUSPENDERS),
        since: moment(t),
        remove_on: t.Optional(t.String({ format: 'date-time', description: 'When it is removed with its data' })),
        keep_backups: t.Optional(t.Boolean({ description: 'Whether its backups stay then' })),
        keep_files: t.Optional(t.Boolean({ description: 'Whether its files stay then' })),
        failure: t.Optional(
          t.Object(
            {
              message: t.String(),
              tries: t.Integer(),
              retry_on: t.String({ format: 'date-time', description: 'When it is tried again' }),
            },
            { description: 'Why the removal has failed' },
          ),
        ),
      }),
    ),
    health: t.Object({ state: oneOf(t, HEALTH_STATES), message: nullable(t, t.String()) }),
    facts: nullable(t, facts(t)),
    checked_on: moment(t),
  });

const path = { key: key('The key of the project') };
const ERRORS = [...SUPER_ADMIN_ERRORS, 'unknownProject', 'projectInOperation'] as const;

const list: Wire = {
  summary: 'List all projects, with what is known of their databases',
  tags: ['server'],
  answers: [data((t) => t.Array(project(t)))],
  errors: SUPER_ADMIN_ERRORS,
};

const read: Wire = {
  summary: 'Read what is known of a project',
  tags: ['server'],
  path,
  answers: [data(project)],
  errors: [...SUPER_ADMIN_ERRORS, 'unknownProject'],
};

const suspend: Wire = { ...read, summary: 'Suspend a project: it answers nothing and does no work', errors: ERRORS };

const resume: Wire = { ...read, summary: 'Resume a project, and call off its removal', errors: ERRORS };

const removalBody = {
  check: 'shape',
  optional: true,
  shape: (t: Build) =>
    t.Object({
      days: t.Optional(
        t.Integer({ minimum: 1, maximum: 365, description: 'How long the data is kept; 30 days if left out' }),
      ),
      keep_backups: t.Optional(t.Boolean({ description: 'Whether the backups stay; they are removed if left out' })),
      keep_files: t.Optional(t.Boolean({ description: 'Whether the files stay; they are removed if left out' })),
    }),
} satisfies CheckedBody;

const remove: Wire & { readonly body: typeof removalBody } = {
  ...read,
  summary: 'Suspend a project, and remove it with its data after some days',
  body: removalBody,
  errors: ERRORS,
};

const surveyBody: HandledBody = {
  check: 'handler',
  reason: 'What is needed depends on the engine',
  shape: (t) => t.Object(databaseMembers(t)),
};

const prospect: Shape = (t) =>
  t.Intersect([
    survey(t),
    t.Object({
      adds: t.Array(t.String(), { description: 'The tables that adopting it would create' }),
      used_by: nullable(t, t.String({ description: 'The project that uses the database already' })),
    }),
  ]);

const lookAt: Wire = {
  summary: 'Survey a database before it is adopted',
  tags: ['server'],
  body: surveyBody,
  answers: [data(prospect)],
  errors: [...SUPER_ADMIN_ERRORS, 'bodyMissing', 'invalidConnection'],
};

const operation: Shape = (t) =>
  t.Object({
    id: t.String(),
    kind: oneOf(t, OPERATION_KINDS),
    project: t.String(),
    to: t.String({ description: 'The key of the copy; that of the project if it moves' }),
    state: oneOf(t, OPERATION_STATES),
    source: shownDatabase(t),
    target: shownDatabase(t),
    progress: t.Object({
      phase: oneOf(t, ['waiting', 'rows', 'reading_back', 'files', 'original']),
      table: nullable(t, t.String()),
      rows: t.Object({
        done: t.Integer(),
        total: nullable(t, t.Integer({ description: 'Null while it is not known' })),
      }),
    }),
    error: nullable(t, t.Object({ code: nullable(t, t.Integer()), message: t.String() })),
    started_on: moment(t),
    ended_on: nullable(t, moment(t)),
  });

const operations: Wire = {
  summary: 'List the copies and moves of projects, the latest first',
  tags: ['server'],
  answers: [data((t) => t.Array(operation(t)))],
  errors: SUPER_ADMIN_ERRORS,
};

const operationOf: Wire = {
  summary: 'Read how far a copy or a move is',
  tags: ['server'],
  path: { id: key('The id of the operation') },
  answers: [data(operation)],
  errors: [...SUPER_ADMIN_ERRORS, 'operationNotFound'],
};

const cancel: Wire = {
  ...operationOf,
  summary: 'Cancel a copy or a move, which then leaves nothing behind',
  errors: [...SUPER_ADMIN_ERRORS, 'operationNotFound', 'operationEnded'],
};

const start: Wire = {
  summary: 'Copy a project, or move it to another database',
  tags: ['server'],
  body: {
    check: 'handler',
    reason: 'What is needed depends on the engine',
    shape: (t) =>
      t.Object({
        kind: oneOf(t, OPERATION_KINDS),
        project: t.String({ description: 'The key of the project' }),
        to: t.Optional(t.String({ description: 'The key of the copy' })),
        ...databaseMembers(t),
      }),
  },
  answers: [data(operation)],
  errors: [
    ...ERRORS,
    'bodyMissing',
    'projectExists',
    'databaseInUse',
    'storageInUse',
    'unprocessable',
    'configDirectory',
  ],
};

const metrics: Wire = {
  summary: 'Read what the server did in the last minutes',
  tags: ['server'],
  answers: [
    data((t) =>
      t.Object({
        since: t.String({ format: 'date-time', description: 'When this server started' }),
        seconds: t.Number({ description: 'The time that a sample is about' }),
        samples: t.Array(
          t.Object({
            time: moment(t),
            cpu: t.Number({ description: 'The share of one processor; 1 is all of it' }),
            memory: t.Number({ description: 'Bytes of the process' }),
            heap: t.Number({ description: 'Bytes of JavaScript' }),
            requests: t.Number({ description: 'Per second' }),
            median: nullable(t, t.Number({ description: 'Milliseconds; null without requests' })),
            p99: nullable(t, t.Number({ description: 'Milliseconds that 99 of 100 requests took at most' })),
            failed: t.Integer({ description: 'Answers with the status 500' }),
            refused: t.Integer({ description: 'Requests refused because too many waited' }),
            delay: t.Number({ description: 'Milliseconds that the event loop was late at most, 99 times of 100' }),
          }),
        ),
      }),
    ),
  ],
  errors: SUPER_ADMIN_ERRORS,
};

const prometheus: Wire = {
  summary: 'Read what the server has done since its start, in the text format of Prometheus',
  tags: ['server'],
  answers: [{ kind: 'text', type: 'text/plain' }],
  errors: SUPER_ADMIN_ERRORS,
};

/** All projects of a server, for operators. */
export const fleetWire = {
  list,
  read,
  suspend,
  resume,
  remove,
  survey: lookAt,
  operations,
  operation: operationOf,
  cancel,
  start,
  metrics,
  prometheus,
};
