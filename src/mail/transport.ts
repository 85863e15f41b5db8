import type { Transporter } from 'nodemailer';
import { readAuthority } from '../config/authority.ts';
import type { MailConfig } from './mail-config.ts';
import type { MailAddress, MailMessage } from './message.ts';

/** Passes mails on to a mail server. */
export interface MailTransport {
  /**
   * Resolves when the mail has been accepted for at least one addressee, to the addresses for which it was refused.
   * Throws the transport's error; see {@link isPermanent}.
   */
  send(message: MailMessage): Promise<readonly string[]>;
  close(): void;
}

/** What the library says about an accepted mail; a local program accepts it for all addressees. */
interface SentMail {
  readonly rejected?: readonly string[];
}

const CONNECTIONS = 3;
const TIMEOUT_MS = 15_000;
/** How long a mail may take in all: a server that sends its replies byte by byte is never silent. */
const DEADLINE_MS = 10 * 60_000;

const NONE: MailTransport = {
  send: () => Promise.reject(new Error('the project has no mail transport')),
  close: () => {},
};

/**
 * Opens the transport of a project, without connecting yet; `log` receives each mail of the transport `log`. A mail
 * that a mail server has not accepted after `deadlineMs` fails.
 */
export function openTransport(
  config: MailConfig,
  log: (message: MailMessage) => void,
  deadlineMs: number = DEADLINE_MS,
): MailTransport {
  if (config.transport === 'log') return { send: logging(log), close: () => {} };
  if (config.transport === 'none') return NONE;
  return lazily(() => open(config), secretsOf(config), deadlineMs);
}

const logging =
  (log: (message: MailMessage) => void): MailTransport['send'] =>
  async (message) => {
    log(message);
    return [];
  };

/** A transport that cannot be opened is retried with the next mail. */
function lazily(open: () => Promise<Transporter>, secrets: readonly string[], deadlineMs: number): MailTransport {
  let opened: Promise<Transporter> | undefined;
  return {
    async send(message) {
      opened ??= open().catch((error) => {
        opened = undefined;
        throw error;
      });
      const signal = AbortSignal.timeout(deadlineMs);
      try {
        const sent: SentMail = await (await opened).sendMail({ ...toOptions(message), signal });
        return sent.rejected ?? [];
      } catch (error) {
        if (signal.aborted) throw new Error(`the mail was not accepted within ${deadlineMs / 1000} seconds`);
        throw without(secrets, error);
      }
    },
    close() {
      opened?.then(
        (transporter) => transporter.close(),
        () => {},
      );
    },
  };
}

/** The forms in which the password is sent to the mail server, longest first. */
function secretsOf({ username, password }: MailConfig): string[] {
  if (password === '') return [];
  const encoded = [`\0${username}\0${password}`, password].map((text) => Buffer.from(text).toString('base64'));
  return [...encoded, password];
}

/** Removes secrets from an error's message: administrators read it, and the server decides what it says. */
function without(secrets: readonly string[], error: unknown): unknown {
  if (error instanceof Error)
    error.message = secrets.reduce((text, secret) => text.replaceAll(secret, '***'), error.message);
  return error;
}

/**
 * Whether retrying is useless: the server has rejected the mail itself for good (a 5xx reply), not the connection or
 * account, which an administrator can fix.
 */
export function isPermanent(error: unknown): boolean {
  const { code, responseCode: reply } = (error ?? {}) as { readonly code?: unknown; readonly responseCode?: unknown };
  return typeof reply === 'number' && reply >= 500 && reply !== 530 && code !== 'EAUTH' && code !== 'ETLS';
}

async function open(config: MailConfig): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  if (config.transport === 'sendmail') return createTransport({ sendmail: true, path: config.sendmail });
  return createTransport({
    pool: true,
    maxConnections: CONNECTIONS,
    host: config.host,
    port: config.port,
    secure: config.encryption === 'ssl',
    requireTLS: config.encryption === 'tls',
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: 2 * TIMEOUT_MS,
    ...(config.ca !== '' && { tls: { ca: readAuthority(config.ca) } }),
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(config.username !== '' && { auth: { user: config.username, pass: config.password } }),
  });
}

function toOptions({ from, to, subject, text, html }: MailMessage) {
  return {
    from: address(from),
    to: to.map(address),
    subject,
    ...(text !== undefined && { text }),
    ...(html !== undefined && { html }),
  };
}

const address = ({ email, name }: MailAddress): { address: string; name: string } => ({
  address: email,
  name: name ?? '',
});
