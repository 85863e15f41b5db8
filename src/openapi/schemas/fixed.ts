import type { JsonSchema } from './value.ts';

const text = { type: 'string' } as const;
const maybe = (schema: { readonly type: string }): JsonSchema => ({ ...schema, type: [schema.type, 'null'] });

/** Schemas that are the same in every project, by name. */
export const fixedSchemas: ReadonlyMap<string, JsonSchema> = new Map(
  Object.entries({
    'octavo.file-data': {
      type: 'object',
      description: 'Where a file is',
      properties: {
        full_url: text,
        url: text,
        asset_url: text,
        thumbnails: {
          type: ['array', 'null'],
          items: {
            type: 'object',
            properties: {
              key: text,
              url: text,
              relative_url: text,
              dimension: text,
              width: { type: 'integer' },
              height: { type: 'integer' },
            },
          },
        },
        embed: { type: ['object', 'null'], properties: { html: maybe(text), url: maybe(text) } },
      },
    },
    'octavo.removal': {
      type: 'object',
      description: 'The key of a related item that is deleted',
      required: ['$delete'],
      properties: { $delete: { const: true } },
    },
  } satisfies Readonly<Record<string, JsonSchema>>),
);

/** How callers can authenticate. */
export const securitySchemes = (cookie: string | null): JsonSchema => ({
  bearer: { type: 'http', scheme: 'bearer', description: 'A token of a session, or a static token of a user' },
  access_token: { type: 'apiKey', in: 'query', name: 'access_token', description: 'The same token in the address' },
  ...(cookie !== null && {
    cookie: { type: 'apiKey', in: 'cookie', name: cookie, description: 'The session of a browser' },
  }),
});

/** Headers of answers. */
export const headers: ReadonlyMap<string, JsonSchema> = new Map([
  ['ETag', { description: 'Identifies the state of what is answered', schema: { type: 'string' } }],
]);
