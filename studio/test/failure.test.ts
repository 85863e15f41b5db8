import { OctavoError } from '@octavo/client';
import { beforeAll, expect, it } from 'vitest';
import { explainFailure } from '../src/api/failure.ts';
import { loadMessages, t } from '../src/i18n/messages.ts';

beforeAll(() => loadMessages('app'));

it.each([429, 502, 503, 504])('says that the server is busy if it, or a proxy in front of it, answers %d', (status) => {
  expect(explainFailure(new OctavoError(status, []))).toBe(t('error.busy'));
});

it('quotes no words but those of the server', () => {
  expect(explainFailure(new OctavoError(500, []))).toBe(t('error.unknown', { message: 'HTTP 500' }));
  expect(explainFailure(new OctavoError(500, [{ code: 1, message: 'Disk full' } as never]))).toContain('Disk full');
});
