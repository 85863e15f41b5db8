import { describe, expect, it } from 'vitest';
import { ApiError } from '../../src/errors/api-error.ts';
import { catalogue, type ErrorEntry, type ErrorName } from '../../src/errors/catalogue.ts';
import { failure } from '../../src/http/envelope.ts';
import { sourcesBelow } from '../support/sources.ts';

const entries = Object.entries(catalogue) as [ErrorName, ErrorEntry][];
const STATUSES = [400, 401, 403, 404, 405, 408, 409, 412, 413, 416, 422, 429, 431, 503, 507];
/** Entries with status 500: the one for what nobody expected, and one that a disk may cause. */
const SERVER_FAULTS = ['internal', 'configDirectory'];
/** Entries that nothing throws yet. */
const WAITING = ['configDirectory', 'fieldReadDenied', 'presetProtected'];

describe('the one shape of errors', () => {
  it('is thrown everywhere in http and services, but where nobody is answered', () => {
    const thrown = [...sourcesBelow('http'), ...sourcesBelow('services')].flatMap(({ path, text }) =>
      [...text.matchAll(/\bthrow new (\w+)/g)].map(([, name]) => `${path}: ${name}`),
    );
    expect(thrown.length).toBeGreaterThan(50);
    // What ends a job of the outbox is told to nobody but the outbox; what is unsupported of a pattern, to pattern.ts.
    expect(thrown.filter((line) => !/: (?:ApiError|DeliveryFailure|PermanentFailure|Unsupported)$/.test(line))).toEqual(
      [],
    );
  });

  it('is a code and a message, and nothing else', () => {
    expect(JSON.parse(failure(new ApiError('unknownProject', { project: 'shop' })))).toEqual({
      error: { code: 1, message: 'Unknown Project: shop' },
    });
  });

  it('is never recognised by its message', () => {
    const guessing = sourcesBelow().filter(({ path }) => !path.startsWith('dialects/'));
    const found = guessing.filter(({ text }) =>
      /\.message\s*(===|!==|\.(includes|startsWith|match|search)\()/.test(text),
    );
    expect(found.map(({ path }) => path)).toEqual([]);
  });
});

describe('the catalogue', () => {
  it.each(entries)('%s has a status and a code that make sense', (name, { code, status, message }) => {
    expect(SERVER_FAULTS.includes(name) ? [500] : STATUSES).toContain(status);
    expect(name === 'internal' ? code === null : Number.isInteger(code)).toBe(true);
    expect(message.trim()).not.toBe('');
    expect(message.replaceAll(/\{\w+\}/g, '')).not.toMatch(/[{}]/);
  });

  it('has no entry that nobody throws, but those that wait for their capability', () => {
    const text = sourcesBelow()
      .flatMap((source) => (source.path === 'errors/catalogue.ts' ? [] : source.text))
      .join('\n');
    const unused = entries.map(([name]) => name).filter((name) => !new RegExp(`'${name}'`).test(text));
    expect(unused.filter((name) => !WAITING.includes(name))).toEqual([]);
  });
});
