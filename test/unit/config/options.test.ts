import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readOptions, unknownVariables } from '../../../src/config/options.ts';

describe('options', () => {
  it('take the default for a variable that is empty', () => {
    const empty = { OCTAVO_PORT: '', OCTAVO_DATA: '', OCTAVO_STUDIO: '', OCTAVO_MAX_BODY: '' };
    expect(readOptions({}, empty)).toEqual(readOptions({}, {}));
    expect(readOptions({}, empty).data).toBe(resolve('data'));
  });

  it('refuse an empty data folder, which would be the current one', () => {
    expect(() => readOptions({ data: '' }, {})).toThrow('--data must name a folder');
  });

  it.each([
    ['OCTAVO_PORT', 'port', 'abc'],
    ['OCTAVO_LOG_LEVEL', 'logLevel', 'loud'],
    ['OCTAVO_HOST', 'host', 'a b'],
    ['OCTAVO_PUBLIC_URL', 'publicUrl', 'example.com'],
    ['OCTAVO_TRUST_PROXY', 'trustProxy', 'loopback'],
    ['OCTAVO_REDIS_URL', 'redisUrl', 'localhost'],
    ['OCTAVO_DRAIN', 'drain', '-1'],
    ['OCTAVO_MAX_UPLOAD', 'maxUpload', '1T'],
    ['OCTAVO_MAX_CONNECTIONS', 'maxConnections', '0'],
    ['OCTAVO_ADMIN_APP', 'adminApp', '/dev/null'],
    ['OCTAVO_DEV_EXTENSIONS', 'watchExtensions', 'yes'],
  ])('are called %s where it has the wrong value, and by the flag where that has', (variable, name, value) => {
    expect(() => readOptions({}, { [variable]: value })).toThrow(new RegExp(`^${variable} must `));
    expect(() => readOptions({ [name]: value }, {})).toThrow(/^--[a-z-]+ must /);
  });

  it.each(['https://cms.example.com/?x=1', 'https://cms.example.com/#top', 'https://me:secret@cms.example.com'])(
    'refuse the public address %s, which links cannot begin with',
    (publicUrl) => {
      expect(() => readOptions({ publicUrl }, {})).toThrow(/^--public-url must be an http or https address/);
    },
  );

  it('have no variables but their own', () => {
    const given = { OCTAVO_PROT: '80', OCTAVO_PORT: '80', OCTAVO_DATABASE: 'x', PATH: '/bin' };
    expect(unknownVariables(given)).toEqual([
      'The environment variable OCTAVO_PROT has no effect. Did you mean "OCTAVO_PORT"?',
      'The environment variable OCTAVO_DATABASE has no effect.',
    ]);
  });
});
