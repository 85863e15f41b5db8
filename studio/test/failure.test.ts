import { OctavoError } from '@octavo/client';
import { beforeAll, expect, it } from 'vitest';
import { explainFailure } from '../src/api/failure.ts';
import { loadMessages } from '../src/i18n/messages.ts';

beforeAll(() => loadMessages('app'));

const failed = (status: number, code: number, message: string): OctavoError =>
  new OctavoError(status, [{ code, message }]);

it.each([
  [3, 'Unauthorized request'],
  [108, 'User not authenticated'],
])('after the end of a session (code %d) it is said that what was typed is kept', (code, message) => {
  expect(explainFailure(failed(401, code, message))).toBe(
    'You are signed out, or your role does not allow this. What you typed is kept here.',
  );
});

it('other refusals have the reason that the server gives', () => {
  const message = 'You are not allowed to sign in from this location';
  expect(explainFailure(failed(401, 19, message))).toBe(`That did not work: ${message}`);
});
