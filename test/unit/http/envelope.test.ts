import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/errors/api-error.ts';
import { envelope } from '../../../src/http/envelope.ts';
import { JsonText } from '../../../src/shared/json-text.ts';

describe('an answer whose data is already JSON', () => {
  const DATA = [{ id: 1, title: 'Plums' }, { id: 2 }];
  const TEXT = JsonText.listOf(DATA.map((item) => JSON.stringify(item)));

  it.each([
    [{}, false],
    [{}, true],
    [{ public: false }, true],
    [{ meta: { total_count: 2 } }, false],
    [{ meta: [] }, true],
    [{ messages: [] }, false],
    [{ messages: [{ type: 'warning' }] }, false],
    [{ meta: null, messages: [1, 2], warning: new ApiError('itemNotFound'), public: true }, false],
  ])('%j to the public: %s', (more, isPublic) => {
    const written = envelope({ kind: 'data', data: TEXT, ...more }, isPublic);
    expect(written).toBe(envelope({ kind: 'data', data: DATA, ...more }, isPublic));
    expect(Object.keys(JSON.parse(written)).filter((name) => name === 'data')).toEqual(['data']);
  });

  it('represents the value', () => {
    expect(TEXT.value).toEqual(DATA);
  });
});
