import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail as it arrived: whom it was handed over for, and what it says. */
export interface ReceivedMail {
  readonly recipients: readonly string[];
  readonly mail: Email;
}

/** A mail server in the test process, on a free port. */
export interface MailServer {
  readonly received: ReceivedMail[];
  /** The section `mail` of a project that sends through it. */
  readonly config: Readonly<Record<string, unknown>>;
  /** Answers the next mails with these codes instead of taking them. */
  refuse(...codes: number[]): void;
  stop(): Promise<void>;
}

/** Starts a mail server. */
export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const refusals: number[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData(stream, { envelope }, done) {
      void buffer(stream).then(async (raw) => {
        const code = refusals.shift();
        if (code !== undefined) return done(Object.assign(new Error('not now'), { responseCode: code }));
        received.push({ recipients: envelope.rcptTo.map(({ address }) => address), mail: await PostalMime.parse(raw) });
        done();
      });
    },
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.server.address() as AddressInfo;
  return {
    received,
    config: { transport: 'smtp', host: '127.0.0.1', port },
    refuse: (...codes) => refusals.push(...codes),
    stop: () => new Promise((stopped) => server.close(stopped)),
  };
}
