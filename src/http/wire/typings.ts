import type { Wire } from '../../wire/wire.ts';

export const types: Wire = {
  summary: 'Declare the types of the project in TypeScript, for the client',
  tags: ['project'],
  query: {
    role: (t) => t.String({ description: 'for administrators: the id or name of the role whose types they are' }),
  },
  answers: [{ kind: 'text', type: 'application/typescript' }],
  errors: ['notAuthenticated', 'adminOnly', 'itemWithIdNotFound'],
};
