import { key, nullable, text } from '../../wire/members.ts';
import type { Build, Shape } from '../../wire/shape.ts';
import { data, type Wire } from '../../wire/wire.ts';

const home: Wire = {
  summary: 'Go to Studio or to the admin app',
  tags: ['server'],
  answers: [{ kind: 'redirect' }],
  errors: [],
};

const ping: Wire = {
  summary: 'Tell that the server answers',
  tags: ['server'],
  answers: [{ kind: 'text', type: 'text/html' }],
  errors: ['serverStopping'],
};

const details: Shape = (t) =>
  t.Object({
    directus: t.String({ description: 'The version of the protocol' }),
    server: t.Object({
      type: t.String(),
      rewrites: t.Null(),
      os: t.String(),
      os_version: t.String(),
    }),
    php: t.Object({
      version: t.String(),
      max_upload_size: t.Number(),
      extensions: t.Record(t.String(), t.Boolean()),
    }),
    permissions: t.Object({ public: t.String(), logs: t.String(), uploads: t.String() }),
  });

export const SUPER_ADMIN_ERRORS = ['superAdminOnly', 'foreignPage', 'unknownHost'] as const;

const info: Wire = {
  summary: 'Read details of the server',
  tags: ['server'],
  answers: [data(details)],
  errors: SUPER_ADMIN_ERRORS,
};

const projects: Wire = {
  summary: 'List the projects that are not private',
  tags: ['server'],
  answers: [data((t) => t.Array(t.String()), { public: 'true' })],
  errors: ['notInstalled'],
};

const optional = (t: Build, description: string) => t.Optional(nullable(t, t.String({ description })));
const flag = (t: Build, description: string) => t.Optional(t.Boolean({ description }));
const section = (t: Build, description: string) =>
  t.Optional(nullable(t, t.Record(t.String(), t.Unknown(), { description })));

/** How a database is reached. */
export const databaseMembers = (t: Build) => ({
  db_name: text('The name of the database, or of the file of an SQLite database')(t),
  db_type: optional(t, 'sqlite, mysql, mariadb, postgres or postgresql'),
  db_host: optional(t, 'The host of the database'),
  db_port: t.Optional(t.Union([t.Integer(), t.String(), t.Null()])),
  db_user: optional(t, 'The account at the database; not for SQLite'),
  db_password: optional(t, 'The password at the database'),
  db_socket: optional(t, 'The socket of the database'),
});

/** A new project. (Contract, V-40 to V-49.) */
const project = (t: Build) =>
  t.Object(
    {
      project: text('The key of the project')(t),
      super_admin_token: text('The super admin token of the server')(t),
      ...databaseMembers(t),
      user_email: optional(t, 'The address of the first administrator; needed unless a database is adopted'),
      user_password: optional(t, 'The password of the first administrator; needed unless a database is adopted'),
      user_token: optional(t, 'A static token of the first administrator'),
      project_name: optional(t, 'The name that people see'),
      app_url: optional(t, 'The address of the application'),
      mail_from: optional(t, 'The address from which mails are sent'),
      timezone: optional(t, 'The time zone of the first administrator'),
      locale: optional(t, 'The locale of the first administrator'),
      logs_path: optional(t, 'Ignored'),
      private: flag(t, 'Whether the list of projects leaves it out'),
      force: flag(t, 'Overwrites a project of the same key'),
      existing: flag(t, 'Overwrites system tables of the database'),
      adopt: flag(t, 'Makes an existing database a project, and overwrites nothing'),
      relations: flag(t, 'Describes the foreign keys of an adopted database as relations'),
      strict: flag(t, 'Refuses what cannot be meant'),
      cors_enabled: flag(t, 'Whether pages of other origins may read'),
      cache: section(t, 'Caching'),
      storage: section(t, 'Where files are kept'),
      auth: section(t, 'Signing in'),
      rate_limit: section(t, 'Rate limits'),
      mail: section(t, 'How mails are sent'),
      cors: section(t, 'Which pages of other origins may read'),
      cookie: section(t, 'Session cookies'),
    },
    { additionalProperties: true },
  );

/** What adoption finds in a database. */
export const survey: Shape = (t) =>
  t.Object({
    system: t.Union([t.Literal('complete'), t.Literal('none'), t.Literal('incomplete')]),
    missing: t.Array(t.String()),
    lastMigration: nullable(t, t.String()),
    tables: t.Array(t.Record(t.String(), t.Unknown())),
    relations: t.Array(t.Record(t.String(), t.Unknown())),
  });

const create: Wire = {
  summary: 'Create a project, or make an existing database one',
  tags: ['server'],
  body: {
    check: 'handler',
    reason:
      'What is needed depends on the engine and on whether a database is adopted; the command line checks it, too',
    shape: project,
  },
  answers: [{ kind: 'nothing' }, data(survey, { public: 'true' })],
  errors: [
    ...SUPER_ADMIN_ERRORS,
    'bodyMissing',
    'projectExists',
    'databaseInUse',
    'storageInUse',
    'databaseOccupied',
    'invalidConnection',
    'configDirectory',
  ],
};

const remove: Wire = {
  summary: 'Remove a project from the server',
  tags: ['server'],
  path: { key: key('The key of the project') },
  answers: [{ kind: 'deleted' }],
  errors: [...SUPER_ADMIN_ERRORS, 'unknownProject', 'projectInOperation', 'databaseDependedOn'],
};

/** The server and its projects. */
export const serverWire = { home, ping, info, projects, create, remove };
