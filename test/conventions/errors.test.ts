import { describe, expect, it } from 'vitest';
import { ApiError } from '../../src/errors/api-error.ts';
import { catalogue, type ErrorEntry, type ErrorKind, type ErrorName } from '../../src/errors/catalogue.ts';
import { failure } from '../../src/http/envelope.ts';
import { sourcesBelow } from '../support/sources.ts';

const entries = Object.entries(catalogue) as [ErrorName, ErrorEntry][];
const STATUSES = [400, 401, 403, 404, 405, 408, 409, 412, 413, 415, 416, 422, 429, 431, 503, 507];
/** The statuses that a kind may have. */
const BY_KIND: Readonly<Record<ErrorKind, readonly number[]>> = {
  denied: [401, 403],
  missing: [404],
  invalid: [400, 405, 408, 413, 415, 416, 422, 431],
  conflict: [409, 412],
  unavailable: [429, 503, 507],
  internal: [500],
};
/** Entries for which the contract requires another status than the kind's. */
const BY_CONTRACT: Readonly<Partial<Record<ErrorName, number>>> = {
  collectionExists: 422,
  dataBreaksConstraint: 422,
  emailUnverified: 404,
  fieldExists: 422,
  fileNameTaken: 422,
  idempotencyKeyTaken: 422,
  identityTaken: 404,
  invalidCredentials: 404,
  otpInvalid: 404,
  otpMissing: 404,
  userSuspended: 404,
};
/** Files below http that compare a status, each with the reason. */
const STATUS_READERS: Readonly<Record<string, string>> = {
  'scim/answer.ts': 'the status is its own',
  'scim/failure.ts': 'translates statuses to those of SCIM',
  'services/files/embed-details.ts': 'the status of another server',
  'services/files/source.ts': 'the status of another server',
  'services/hooks/refusal.ts': 'extensions throw statuses',
};
/** Entries with status 500: the one for unexpected failures, and one that a disk may cause. */
const SERVER_FAULTS = ['internal', 'configDirectory'];
/** Entries that are not thrown yet. */
const WAITING = ['configDirectory', 'fieldReadDenied'];

describe('the one shape of errors', () => {
  it('is thrown everywhere in http and services, except where no caller gets an answer', () => {
    const thrown = [...sourcesBelow('http'), ...sourcesBelow('services')].flatMap(({ path, text }) =>
      [...text.matchAll(/\bthrow new (\w+)/g)].map(([, name]) => `${path}: ${name}`),
    );
    expect(thrown.length).toBeGreaterThan(50);
    // These never reach a caller: the failure of an outbox job; an unsupported pattern, for pattern.ts; a refused piece
    // of a job, for pieces.ts, which lists it; an import preview, for trial.ts, which rolls it back; a schedule that
    // another server has taken, for run.ts.
    expect(
      thrown.filter(
        (line) =>
          !/: (?:ApiError|DeliveryFailure|PermanentFailure|PieceRefused|ScheduleLost|Undone|Unsupported)$/.test(line),
      ),
    ).toEqual([]);
  });

  it('is a code and a message, and nothing else', () => {
    expect(JSON.parse(failure(new ApiError('unknownProject', { project: 'shop' })))).toEqual({
      error: { code: 1, message: 'Unknown Project: shop' },
    });
  });

  it('is distinguished by its kind or entry, and by its status only on the wire', () => {
    const rooms = ['graphql', 'persistence', 'projects', 'scim', 'services'].flatMap((room) => sourcesBelow(room));
    const deciding = rooms.filter(({ text }) => /\bstatus\s*(?:[<>]=?|[!=]==)\s*[1-5]\d\d\b/.test(text));
    expect(deciding.map(({ path }) => path).filter((path) => !(path in STATUS_READERS))).toEqual([]);
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
  it.each(entries)('%s has a meaningful status and code', (name, { code, status, message }) => {
    expect(SERVER_FAULTS.includes(name) ? [500] : STATUSES).toContain(status);
    expect(name === 'internal' ? code === null : Number.isInteger(code)).toBe(true);
    expect(message.trim()).not.toBe('');
    expect(message.replaceAll(/\{\w+\}/g, '')).not.toMatch(/[{}]/);
  });

  it.each(entries)('%s has a status that fits its kind', (name, { kind, status }) => {
    expect(BY_CONTRACT[name] === undefined ? BY_KIND[kind] : [BY_CONTRACT[name]]).toContain(status);
  });

  it('lists no status as an exception that fits the kind anyway', () => {
    const needless = entries.filter(
      ([name, { kind, status }]) => name in BY_CONTRACT && BY_KIND[kind].includes(status),
    );
    expect(needless).toEqual([]);
  });

  it('has no unused entry, except those that wait for their capability', () => {
    const text = sourcesBelow()
      .flatMap((source) => (source.path === 'errors/catalogue.ts' ? [] : source.text))
      .join('\n');
    const unused = entries.map(([name]) => name).filter((name) => !new RegExp(`'${name}'`).test(text));
    expect(unused.filter((name) => !WAITING.includes(name))).toEqual([]);
  });
});
