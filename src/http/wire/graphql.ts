import { nullable } from '../../wire/members.ts';
import type { Wire } from '../../wire/wire.ts';

const execute: Wire = {
  summary: 'Answer a GraphQL document',
  tags: ['graphql'],
  body: {
    check: 'handler',
    optional: true,
    reason: 'What is wrong with a document is answered in the form of GraphQL',
    shape: (t) =>
      t.Object({
        query: t.String({ description: 'The document' }),
        variables: t.Optional(nullable(t, t.Record(t.String(), t.Unknown()))),
        operationName: t.Optional(nullable(t, t.String())),
      }),
  },
  answers: [
    {
      kind: 'document',
      status: 200,
      type: 'application/json',
      shape: (t) =>
        t.Object({
          errors: t.Optional(t.Array(t.Object({ message: t.String() }, { additionalProperties: true }))),
          data: t.Optional(nullable(t, t.Record(t.String(), t.Unknown()))),
        }),
    },
  ],
  errors: [],
};

/** GraphQL. */
export const graphqlWire = { execute };
