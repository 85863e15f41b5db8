import { once } from 'node:events';
import { Socket } from 'node:net';
import { connect as startTls } from 'node:tls';
import { type Account, charge } from '../../shared/loop-time.ts';
import type { Encryption } from '../tls.ts';
import type { SignInGuard } from './sign-in-guard.ts';

interface Endpoint {
  readonly host: string;
  readonly port: number;
  readonly path: string | undefined;
  readonly encryption: Encryption | null;
  /** Time limit for connecting and encrypting. */
  readonly timeoutMs: number;
  /** Charged for the time that its results take. */
  readonly account: Account | undefined;
}

/** The SSL request of the protocol; the server replies with one letter. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const WILLING = 'S'.charCodeAt(0);
const UNABLE = 'N'.charCodeAt(0);

/** Connects a socket to a server, encrypted as configured. If that fails the socket is closed with the cause. */
export async function dial(endpoint: Endpoint, guard: SignInGuard): Promise<Socket> {
  const { host, port, path, encryption, account } = endpoint;
  const socket = observed(new Socket(), account);
  if (path === undefined) socket.connect(port, host);
  else socket.connect(path);
  return guarded(encryption ? await secured(socket, encryption, endpoint) : socket, guard);
}

/** Ends a connection whose server sends what the driver must not see while it signs in. */
function guarded(socket: Socket, guard: SignInGuard): Socket {
  const emit = socket.emit.bind(socket) as (event: string | symbol, ...values: unknown[]) => boolean;
  const emitted = (event: string | symbol, ...values: unknown[]): boolean => {
    try {
      if (event === 'data') guard.take(values[0] as Buffer);
      if (guard.isOver) Object.assign(socket, { emit });
      return emit(event, ...values);
    } catch (error) {
      socket.destroy(error as Error);
      return true;
    }
  };
  return Object.assign(socket, { emit: emitted });
}

async function secured(socket: Socket, encryption: Encryption, endpoint: Endpoint): Promise<Socket> {
  try {
    return await negotiate(socket, encryption, endpoint);
  } catch (error) {
    socket.destroy();
    return lost(error);
  }
}

async function negotiate(socket: Socket, encryption: Encryption, endpoint: Endpoint): Promise<Socket> {
  const signal = AbortSignal.timeout(endpoint.timeoutMs);
  await once(socket, 'connect', { signal });
  socket.write(SSL_REQUEST);
  const [answer] = (await once(socket, 'data', { signal })) as [Buffer];
  const letter = answer.length === 1 ? answer[0] : undefined;
  if (letter === UNABLE && encryption.mode === 'prefer') return socket;
  if (letter !== WILLING) throw new Error('the server does not encrypt connections');
  const { host, servername, rejectUnauthorized, ca } = encryption;
  const options = { socket, host, rejectUnauthorized, ...(servername && { servername }), ...(ca && { ca }) };
  const secure = observed(startTls(options), endpoint.account);
  await once(secure, 'secureConnect', { signal });
  return secure;
}

/** A socket that closes as soon as somebody listens to it. */
function lost(cause: unknown): Socket {
  const socket = observed(new Socket());
  const error = Object.assign(new Error('the encrypted connection could not be established', { cause }), {
    code: 'CONNECTION_FAILED',
  });
  setImmediate(() => socket.destroy(error));
  return socket;
}

/**
 * Makes a socket charge an account for what it receives, and report every disconnect as an error at the moment when it
 * closes. Between an error and the close, the driver would accept statements that are never answered, and without an
 * error it would silently reconnect for ever.
 */
function observed<S extends Socket>(socket: S, account?: Account): S {
  const emit = socket.emit.bind(socket) as (event: string | symbol, ...values: unknown[]) => boolean;
  let error: unknown = null;
  const emitted = (event: string | symbol, ...values: unknown[]): boolean => {
    if (event === 'data' && account) charge(account);
    if (event === 'error') {
      error = values[0];
      return true;
    }
    if (event !== 'close') return emit(event, ...values);
    if (socket.listenerCount('error') > 0) emit('error', error ?? closed());
    return emit('close', true);
  };
  return Object.assign(socket, { emit: emitted });
}

function closed(): Error {
  return Object.assign(new Error('the server closed the connection'), { code: 'CONNECTION_CLOSED' });
}
