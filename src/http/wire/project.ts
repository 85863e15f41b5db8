import { nullable } from '../../wire/members.ts';
import type { Build, Shape } from '../../wire/shape.ts';
import { data, type Wire } from '../../wire/wire.ts';

/** A file of the project's settings, with its URLs. */
const file = (t: Build) => nullable(t, t.Record(t.String(), t.Unknown()));
const text = (t: Build) => nullable(t, t.String());

/** Public information about a project; callers with a token get more. (Contract, V-10 to V-15.) */
const info: Shape = (t) =>
  t.Object({
    api: t.Object({
      version: t.Optional(t.String()),
      requires2FA: t.Boolean(),
      project_logo: file(t),
      project_color: text(t),
      project_foreground: file(t),
      project_background: file(t),
      project_public_note: text(t),
      default_locale: text(t),
      telemetry: t.Boolean(),
      project_name: text(t),
      database: t.Optional(t.String()),
    }),
    server: t.Optional(t.Object({ max_upload_size: t.Number(), general: t.Record(t.String(), t.Unknown()) })),
  });

const read: Wire = {
  summary: 'Read what the project publishes about itself',
  tags: ['project'],
  answers: [data(info)],
  errors: [],
};

const update: Wire = {
  summary: 'Do nothing, for clients that ask for updates of the database',
  tags: ['project'],
  answers: [{ kind: 'nothing' }],
  errors: ['adminOnly'],
};

/** The project itself. */
export const projectWire = { read, update };
