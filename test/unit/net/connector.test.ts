import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPublicAddress } from '../../../src/net/addresses.ts';
import { Connector, UnreachableAddress } from '../../../src/net/connector.ts';

describe('public addresses', () => {
  it.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.254',
    '168.63.129.16',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '192.168.0.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '::ffff:168.63.129.16',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::a9fe:a9fe',
    '2002:7f00:1::',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    '2001:db8::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '',
    'localhost',
  ])('do not include %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['1.1.1.1', '8.8.8.8', '100.63.255.255', '100.128.0.1', '172.32.0.1', '2606:4700::1111', '::ffff:1.1.1.1'])(
    'include %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );
});

const CHUNKED = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';

describe('the connector', () => {
  let canary: Server;
  let base: string;
  let host: string;
  let port: number;
  let connections = 0;
  const caps = { bytes: 1000, seconds: 2 };
  beforeAll(async () => {
    canary = createServer(({ url = '' }, response) => {
      if (url.startsWith('/to/')) response.writeHead(302, { location: decodeURIComponent(url.slice(4)) }).end();
      else (answers[url] ?? plain)(response);
    });
    canary.on('connection', () => connections++);
    await new Promise<void>((done) => canary.listen(0, '127.0.0.1', done));
    port = (canary.address() as AddressInfo).port;
    host = `127.0.0.1:${port}`;
    base = `http://${host}`;
  });
  afterAll(() => {
    canary.closeAllConnections();
    canary.close();
  });

  function endless(response: NodeJS.WritableStream): void {
    const more = (): void => {
      while (response.writable && response.write('x'.repeat(1000)));
    };
    response.on('drain', more);
    more();
  }

  async function small(response: ServerResponse): Promise<void> {
    for (let sent = 0; sent < 100; sent++) await new Promise((done) => response.write('content', done));
    response.end();
  }

  /** Sends the same bytes without end, past the server's own encoding. */
  function flood({ socket }: ServerResponse, bytes: string, first = ''): void {
    socket?.write(first);
    const more = (): void => {
      while (socket?.writable && socket.write(bytes.repeat(1000)));
    };
    socket?.on('drain', more);
    more();
  }

  const plain = (response: ServerResponse): unknown =>
    response.writeHead(200, { 'content-type': 'image/png' }).end('content');
  const answers: Readonly<Record<string, (response: ServerResponse) => unknown>> = {
    '/endless': endless,
    '/silent': () => {},
    '/upgrade': (response) => response.writeHead(101, { connection: 'upgrade', upgrade: 'other' }).end(),
    '/early': (response) => {
      for (let sent = 0; sent < 3; sent++) response.writeProcessing();
      plain(response);
    },
    '/interim': (response) => flood(response, 'HTTP/1.1 102 Processing\r\n\r\n'),
    '/small': small,
    '/tiny': (response) => flood(response, '1\r\na\r\n', CHUNKED),
  };

  const to = (address: string): string => `${base}/to/${encodeURIComponent(address)}`;

  it.each([
    ['a loopback address', (at: number) => `http://127.0.0.1:${at}/`],
    ['its decimal form', (at: number) => `http://2130706433:${at}/`],
    ['its hexadecimal form', (at: number) => `http://0x7f.1:${at}/`],
    ['its octal form', (at: number) => `http://0177.0.0.1:${at}/`],
    ['its short form', (at: number) => `http://127.1:${at}/`],
    ['its mapped form', (at: number) => `http://[::ffff:127.0.0.1]:${at}/`],
    ['no address at all', (at: number) => `http://0.0.0.0:${at}/`],
    ['no address at all of version 6', (at: number) => `http://[::]:${at}/`],
    ['a name that means loopback', (at: number) => `http://localhost:${at}/`],
    ['credentials', (at: number) => `http://user:secret@127.0.0.1:${at}/`],
  ])('connects to nobody by %s', async (_title, address) => {
    connections = 0;
    await expect(new Connector().get(address(port), caps)).rejects.toThrow(UnreachableAddress);
    expect(connections).toBe(0);
  });

  it.each([
    'file:///etc/passwd',
    'ftp://127.0.0.1/',
    'gopher://127.0.0.1:25/_',
    'data:text/html,x',
    'php://filter/x',
    'nothing',
  ])('does not read %s', async (address) => {
    await expect(new Connector().get(address, caps)).rejects.toThrow(UnreachableAddress);
  });

  it('reads from a host that is allowed by name', async () => {
    const { body, type, status } = await new Connector([host]).get(`${base}/`, caps);
    expect([status, type, (await buffer(body)).toString()]).toEqual([200, 'image/png', 'content']);
  });

  it('allows only the given port', async () => {
    await expect(new Connector([`127.0.0.1:${port + 1}`]).get(`${base}/`, caps)).rejects.toThrow('not public');
  });

  it('checks redirects', async () => {
    for (const next of [`http://localhost:${port}/`, `http://[::1]:${port}/`, 'file:///etc/passwd'])
      await expect(new Connector([host]).get(to(next), caps)).rejects.toThrow(UnreachableAddress);
  });

  it('follows three redirects and no more', async () => {
    const three = to(to(to(`${base}/`)));
    const { body } = await new Connector([host]).get(three, caps);
    expect((await buffer(body)).toString()).toBe('content');
    await expect(new Connector([host]).get(to(three), caps)).rejects.toThrow('too many redirects');
  });

  it('reads up to the size limit and no more', async () => {
    const { body } = await new Connector([host]).get(`${base}/endless`, caps);
    await expect(buffer(body)).rejects.toThrow('more than 1000 bytes');
  });

  it('accepts some interim responses, but not any number of them', async () => {
    const { body } = await new Connector([host]).get(`${base}/early`, caps);
    expect((await buffer(body)).toString()).toBe('content');
    await expect(new Connector([host]).get(`${base}/interim`, caps)).rejects.toThrow('too many interim responses');
  });

  it('reads a body in small parts, but not in any number of them', async () => {
    const { body } = await new Connector([host]).get(`${base}/small`, caps);
    expect((await buffer(body)).toString()).toBe('content'.repeat(100));
    const { body: tiny } = await new Connector([host]).get(`${base}/tiny`, { ...caps, bytes: 1_000_000 });
    await expect(buffer(tiny)).rejects.toThrow('too many parts');
  });

  it('waits up to the time limit and no longer', async () => {
    await expect(new Connector([host]).get(`${base}/silent`, { bytes: 10, seconds: 0.2 })).rejects.toThrow(
      UnreachableAddress,
    );
  });

  it('refuses an answer that switches to another protocol', async () => {
    await expect(new Connector([host]).get(`${base}/upgrade`, caps)).rejects.toThrow(UnreachableAddress);
  });
});
