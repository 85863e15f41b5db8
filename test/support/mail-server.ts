import { readFileSync } from 'node:fs';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { Certificates } from './certificates.ts';

/** A mail as it arrived: its recipients, its content, and how it was transferred. */
export interface ReceivedMail {
  readonly recipients: readonly string[];
  readonly mail: Email;
  readonly encrypted: boolean;
  /** The user who signed in to submit it. */
  readonly user: string | undefined;
}

/** What a mail server demands of its clients. */
export interface MailDemands {
  /** If given, the server offers STARTTLS or, depending on `tls`, speaks TLS from the first byte. */
  readonly certificates?: Certificates | undefined;
  readonly tls?: 'starttls' | 'first';
  /** The only account that may sign in, by this method. A refusal contains the password that was tried. */
  readonly login?: { readonly method: 'PLAIN' | 'LOGIN'; readonly username: string; readonly password: string };
}

/** A mail server in the test process, on a free port. */
export interface MailServer {
  readonly received: ReceivedMail[];
  /** Number of connections so far. */
  readonly connections: () => number;
  /** The `mail` section of a project that sends through it. */
  readonly config: Readonly<Record<string, unknown>>;
  /** Answers the next mails with these codes instead of accepting them. */
  refuse(...codes: number[]): void;
  /** Answers the next attempts to name this recipient with these codes. */
  refuseRecipient(address: string, ...codes: number[]): void;
  /** Closes all open connections; returns how many there were. */
  hangUp(): number;
  stop(): Promise<void>;
}

/** Starts a mail server. Without demands it accepts every mail unencrypted. */
export async function startMailServer(demands: MailDemands = {}): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const refusals: number[] = [];
  const refusedRecipients = new Map<string, number[]>();
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = new SMTPServer({
    ...optionsOf(demands),
    onRcptTo({ address }, _session, done) {
      const code = refusedRecipients.get(address)?.shift();
      done(code === undefined ? null : Object.assign(new Error('not here'), { responseCode: code }));
    },
    onData(stream, { envelope, secure, user }, done) {
      const take = async (raw: Buffer): Promise<void> => {
        const code = refusals.shift();
        if (code !== undefined) return done(Object.assign(new Error('not now'), { responseCode: code }));
        const recipients = envelope.rcptTo.map(({ address }) => address);
        received.push({ recipients, mail: await PostalMime.parse(raw), encrypted: secure, user: user?.toString() });
        done();
      };
      // A mail that is cut off, for example by a closed connection, does not count.
      buffer(stream).then(take).catch(done);
    },
  });
  // Clients that reject the certificate leave in the middle of the handshake.
  server.on('error', () => {});
  server.server.on('connection', (socket) => {
    connections++;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.server.address() as AddressInfo;
  const hangUp = (): number => {
    const { size } = sockets;
    for (const socket of sockets) socket.destroy();
    return size;
  };
  return {
    received,
    connections: () => connections,
    config: { transport: 'smtp', host: '127.0.0.1', port },
    refuse: (...codes) => refusals.push(...codes),
    refuseRecipient: (address, ...codes) => refusedRecipients.set(address, codes),
    hangUp,
    stop() {
      // Otherwise the server would wait half a minute for a pool that keeps its connections open.
      hangUp();
      return new Promise((stopped) => server.close(stopped));
    },
  };
}

function optionsOf({
  certificates,
  tls,
  login,
}: MailDemands): NonNullable<ConstructorParameters<typeof SMTPServer>[0]> {
  const disabledCommands = [...(certificates ? [] : ['STARTTLS']), ...(login ? [] : ['AUTH'])];
  return {
    logger: false,
    disabledCommands,
    authOptional: !login,
    allowInsecureAuth: true,
    secure: tls === 'first',
    ...(certificates && { key: readFileSync(certificates.key), cert: readFileSync(certificates.cert) }),
    ...(login && {
      authMethods: [login.method],
      onAuth({ username, password }, _session, done) {
        const isRight = username === login.username && password === login.password;
        done(isRight ? null : new Error(`no such account with ${password}`), { user: login.username });
      },
    }),
  };
}
