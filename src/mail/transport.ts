import type { Transporter } from 'nodemailer';
import type { MailConfig } from './mail-config.ts';
import type { MailAddress, MailMessage } from './message.ts';

/** Hands mails over to the next mail server. */
export interface MailTransport {
  /** Resolves when the mail has been accepted. Throws what the transport says; see {@link isPermanent}. */
  send(message: MailMessage): Promise<void>;
  close(): void;
}

const CONNECTIONS = 3;
const PATIENCE_MS = 15_000;

const NONE: MailTransport = {
  send: () => Promise.reject(new Error('the project has no mail transport')),
  close: () => {},
};

/** Opens the transport of a project, without connecting yet; `log` is told of every mail that the transport `log` takes. */
export function openTransport(config: MailConfig, log: (message: MailMessage) => void): MailTransport {
  if (config.transport === 'log') return { send: async (message) => log(message), close: () => {} };
  if (config.transport === 'none') return NONE;
  const opened = open(config);
  return {
    async send(message) {
      await (await opened).sendMail(toOptions(message));
    },
    close() {
      void opened.then((transporter) => transporter.close());
    },
  };
}

/** Whether trying again is of no use: the server has refused the mail for good (a reply of the class 5). */
export function isPermanent(error: unknown): boolean {
  const code = (error as { responseCode?: unknown } | null)?.responseCode;
  return typeof code === 'number' && code >= 500 && code !== 530 && code !== 535;
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
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: 2 * PATIENCE_MS,
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
