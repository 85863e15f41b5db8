import type { Wire } from '../../wire/wire.ts';

const TEXT = { kind: 'text', type: 'application/json' } as const;

const project: Wire = {
  summary: 'Describe the API as the caller sees it, by OpenAPI 3.1',
  tags: ['project'],
  query: {
    system: (t) =>
      t.Union([t.Literal('0'), t.Literal('1')], {
        description: '1 for system collections and all routes, not only those that applications need',
      }),
  },
  answers: [TEXT],
  errors: ['notAuthenticated'],
};

const server: Wire = {
  summary: 'Describe the routes of the server, by OpenAPI 3.1',
  tags: ['server'],
  answers: [TEXT],
  errors: [],
};

export const openapiWire = { project, server };
