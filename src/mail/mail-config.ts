import { isRecord } from '../shared/is-record.ts';
import { asText } from '../shared/text.ts';

/** How a project sends mail. */
export interface MailConfig {
  /** `log` writes mails, including their secrets, to the server's log, for development; `none` sends nothing. */
  readonly transport: 'smtp' | 'sendmail' | 'log' | 'none';
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly password: string;
  /** `ssl` uses TLS from the start, `tls` requires STARTTLS, `none` uses STARTTLS if offered. */
  readonly encryption: 'ssl' | 'tls' | 'none';
  /** Authorities to trust instead of Node's: PEM text, or the path of a file; empty for Node's. */
  readonly ca: string;
  /** The program to run for `sendmail`. */
  readonly sendmail: string;
  readonly from: string;
}

const TRANSPORTS = ['smtp', 'sendmail', 'log'] as const;
const ENCRYPTIONS = ['ssl', 'tls', 'none'] as const;
const PORTS = { ssl: 465, tls: 587, none: 25 } as const;
const FROM = 'admin@example.com';

/**
 * Parses the section `mail` of a project's configuration, in the flat form of a creation body or in the form
 * `mail.default` of a configuration file. Without a transport nothing is sent. (Contract, M-14.)
 */
export function mailConfigOf(sections: Readonly<Record<string, unknown>>): MailConfig {
  const given = sectionOf(sections.mail);
  const text = (name: string, fallback = ''): string => (given[name] === undefined ? fallback : asText(given[name]));
  const encryption = ENCRYPTIONS.find((name) => name === text('encryption').toLowerCase()) ?? 'none';
  const sender = typeof sections.mail_from === 'string' ? sections.mail_from : FROM;
  return {
    transport: TRANSPORTS.find((name) => name === text('transport').toLowerCase()) ?? 'none',
    host: text('host', '127.0.0.1'),
    port: Number(text('port')) || PORTS[encryption],
    username: text('username'),
    password: text('password'),
    encryption,
    ca: text('ca'),
    sendmail: text('sendmail').split(' ', 1)[0] || '/usr/sbin/sendmail',
    from: text('from', sender),
  };
}

function sectionOf(mail: unknown): Readonly<Record<string, unknown>> {
  if (!isRecord(mail)) return {};
  return isRecord(mail.default) ? mail.default : mail;
}
