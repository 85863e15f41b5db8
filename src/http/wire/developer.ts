import { moment, nullable } from '../../wire/members.ts';
import type { Build } from '../../wire/shape.ts';
import { data, type Wire } from '../../wire/wire.ts';

const failed = (t: Build) =>
  t.Object({
    id: t.String({ description: 'The header `X-Request-Id` of the last answer; the log has it too' }),
    method: t.String(),
    route: nullable(t, t.String({ description: 'The pattern of the path; null if no route has the path' })),
    path: t.String({ description: 'Without secrets' }),
    query: nullable(t, t.String({ description: 'Without values that could be secret' })),
    status: t.Integer(),
    code: nullable(t, t.Integer()),
    message: nullable(t, t.String()),
    user: nullable(t, t.Integer({ description: 'Null for callers without a valid token' })),
    ms: t.Integer(),
    on: moment(t),
    times: t.Integer({ description: 'How often requests have failed in this way' }),
    since: moment(t),
  });

const module = (t: Build) =>
  t.Object({
    kind: t.Union([t.Literal('hooks'), t.Literal('endpoints')]),
    file: t.String({ description: 'Its path in the folder of extensions' }),
    actions: t.Array(t.String({ description: 'An event' })),
    filters: t.Array(t.String({ description: 'An event' })),
    endpoints: t.Array(t.Object({ method: t.String(), path: t.String(), access: t.String() })),
    problem: nullable(t, t.String({ description: 'Why it is not in use' })),
    failures: nullable(t, t.Object({ times: t.Integer(), on: moment(t), event: t.String(), message: t.String() })),
  });

const failures: Wire = {
  summary: 'List the requests that failed lately, the newest first',
  tags: ['project'],
  answers: [data((t) => t.Array(failed(t)))],
  errors: ['adminOnly'],
};

const modules: Wire = {
  summary: 'List the modules of hooks and endpoints',
  tags: ['extensions'],
  answers: [data((t) => t.Array(module(t)))],
  errors: ['adminOnly'],
};

/** Failed requests and extensions, for developers. */
export const developerWire = { failures, modules };
