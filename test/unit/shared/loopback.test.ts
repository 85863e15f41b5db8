import { describe, expect, it } from 'vitest';
import { clientAddress, isLoopback, isLoopbackHost } from '../../../src/shared/loopback.ts';

describe('this machine', () => {
  it.each(['localhost', '127.0.0.1', '127.9.0.1', '::1'])('is %s', (host) => expect(isLoopback(host)).toBe(true));

  it.each(['127.example.com', '127.0.0.1.example.com', '127.1', 'localhost.example.com', '10.0.0.1', '::2', ''])(
    'is not "%s"',
    (host) => expect(isLoopback(host)).toBe(false),
  );

  it('has one of three names in a header', () => {
    const hosts = ['localhost', '127.0.0.1', '[::1]', '127.0.0.2', '::1', '127.example.com'];
    expect(hosts.filter(isLoopbackHost)).toEqual(['localhost', '127.0.0.1', '[::1]']);
  });

  it('is recorded as localhost, and other clients by their addresses', () => {
    expect(['127.0.0.1', '::1', '::ffff:127.0.0.1'].map(clientAddress)).toEqual(Array(3).fill('localhost'));
    expect(['127.0.0.2', '10.0.0.1'].map(clientAddress)).toEqual(['127.0.0.2', '10.0.0.1']);
  });
});
