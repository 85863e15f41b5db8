import { expect, it } from 'vitest';
import { refuseUnparsable } from '../../../src/graphql/limits.ts';

it('refuses a document so long that parsing it would block the server', () => {
  const documentOf = (text: string): string => `{things(q:"${text}"){data{id}}}`;
  expect(() => refuseUnparsable(documentOf('\\n'.repeat(90_000)))).not.toThrow();
  expect(() => refuseUnparsable(documentOf('\\n'.repeat(100_000)))).toThrow(/200000 characters in a document/);
});
