import { key, nullable, text } from '../../wire/members.ts';
import type { Build } from '../../wire/shape.ts';
import { type CheckedBody, data, type Wire } from '../../wire/wire.ts';

const setting = (t: Build) =>
  t.Object({
    collection: t.String(),
    address: t.String({ description: 'The address of a page, with {{token}} and fields of the item in it' }),
  });

const list: Wire = {
  summary: 'List where items are shown before they are published',
  tags: ['previews'],
  answers: [data((t) => t.Array(setting(t)))],
  errors: ['notAuthenticated'],
};

const address = {
  check: 'shape',
  shape: (t: Build) =>
    t.Object({
      address: nullable(
        t,
        t.String({ description: 'Such as https://www.example.com/articles/{{slug}}?preview={{token}}; null for none' }),
      ),
    }),
} as const satisfies CheckedBody;

const set = {
  summary: 'Set where items of a collection are shown before they are published',
  tags: ['previews'],
  path: { collection: key('The name of the collection') },
  body: address,
  answers: [data((t) => nullable(t, setting(t)))],
  errors: ['adminOnly', 'apiKeyLimited', 'bodyMissing', 'collectionNotFound', 'validation', 'internalTableMissing'],
} as const satisfies Wire;

const item = {
  check: 'shape',
  shape: (t: Build) =>
    t.Object({
      collection: text('The name of a collection')(t),
      item: t.Union([text('The key of the item')(t), t.Number()]),
    }),
} as const satisfies CheckedBody;

const grant = {
  summary: 'Issue a token that shows one item for some minutes',
  tags: ['previews'],
  body: item,
  answers: [
    data((t) =>
      t.Object({
        token: t.String({
          description: 'For the parameter preview, or the header Octavo-Preview, of a read of the item',
        }),
        url: nullable(t, t.String({ description: 'The address of the collection, filled in' })),
        expires_on: t.String({ format: 'date-time' }),
      }),
    ),
  ],
  errors: ['notAuthenticated', 'apiKeyLimited', 'bodyMissing', 'collectionNotFound', 'validation', 'itemNotFound'],
} as const satisfies Wire;

/** Previews of items before they are published. */
export const previewsWire = { list, set, grant };
