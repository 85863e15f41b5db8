import { key } from '../../wire/members.ts';
import { data, type Wire } from '../../wire/wire.ts';

const list = (kind: string): Wire => ({
  summary: `List the ${kind} that extend the admin app`,
  tags: ['extensions'],
  answers: [data((t) => t.Array(t.Object({ id: t.String(), path: t.String() }, { additionalProperties: true })))],
  errors: ['notAuthenticated'],
});

/** An extension decides what it takes and answers. */
const ANY = {
  tags: ['extensions'],
  anyQuery: true,
  body: {
    check: 'handler',
    optional: true,
    reason: 'An extension gets what is sent, as it is',
    shape: (t) => t.Unknown(),
  },
  answers: [{ kind: 'document', status: 200, type: 'application/json', shape: (t) => t.Unknown() }],
  errors: ['notFound', 'refusedByExtension', 'extensionFailed'],
} as const satisfies Omit<Wire, 'summary'>;

const endpoint: Wire = {
  ...ANY,
  summary: 'Call an endpoint of an extension',
  path: { name: key('The name of the endpoint') },
};

const endpointBelow: Wire = {
  ...ANY,
  summary: 'Call an endpoint of an extension, below its own path',
  path: { name: key('The name of the endpoint'), '*': key('The rest of the path') },
};

/** Extensions of the admin app, and endpoints of extensions. */
export const extensionsWire = { list, endpoint, endpointBelow };
