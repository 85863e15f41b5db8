import { posix } from 'node:path';
import { sectionKeys } from '../config/section-keys.ts';
import { unknownKeys } from '../config/unknown-keys.ts';
import { MIN_SECRET_LENGTH } from '../config/warnings.ts';
import { Violations, violation } from '../errors/violations.ts';
import { isGiven } from '../shared/is-given.ts';
import { isRecord } from '../shared/is-record.ts';
import { asText } from '../shared/text.ts';

type Body = Readonly<Record<string, unknown>>;

const FILE_ONLY = 'Only the file of the project, in the folder "config", may name this.';

/**
 * Refuses options that only those with write access to the data folder may set: programs, and paths outside that folder
 * or the project's. Also refuses unknown keys. Error 4. (Contract, V-71 and V-72.)
 */
export function refuseForbiddenKeys(body: Body): void {
  const violations = new Violations();
  for (const { path, message } of unknownKeys(sectionKeys, sectionsOf(body))) violations.add(path, message);
  refuseMail(body.mail, violations);
  refuseSecrets(body.auth, violations);
  refuseStorage(body, violations);
  if (leadsOut(body.db_ssl_ca)) violations.add('db_ssl_ca', FILE_ONLY);
  violations.throwIfAny();
}

function sectionsOf(body: Body): Body {
  return Object.fromEntries(Object.keys(sectionKeys).map((name) => [name, body[name]]));
}

function refuseMail(mail: unknown, violations: Violations): void {
  if (!isRecord(mail)) return;
  for (const [prefix, section] of [['mail', mail] as const, ['mail.default', mail.default] as const]) {
    if (!isRecord(section)) continue;
    if (isGiven(section.sendmail)) violations.add(`${prefix}.sendmail`, FILE_ONLY);
    if (leadsOut(section.ca)) violations.add(`${prefix}.ca`, FILE_ONLY);
  }
}

function refuseSecrets(auth: unknown, violations: Violations): void {
  if (!isRecord(auth) || !isGiven(auth.secret)) return;
  if (typeof auth.secret === 'string' && auth.secret.length >= MIN_SECRET_LENGTH) return;
  violations.add('auth.secret', violation.expected(`a text of at least ${MIN_SECRET_LENGTH} characters, or left out`));
}

function refuseStorage({ project, storage }: Body, violations: Violations): void {
  if (!isRecord(storage)) return;
  const isBucket = storage.adapter === 's3';
  const uploads = `uploads/${asText(project)}`;
  for (const name of ['root', 'thumb_root'])
    if (!isBucket && isGiven(storage[name]) && !isBelow(storage[name], uploads))
      violations.add(
        `storage.${name}`,
        `${violation.expected(`a folder in "${uploads}" of the data folder`)} ${FILE_ONLY}`,
      );
  if (isGiven(storage.root_url) && !isAddress(storage.root_url, true))
    violations.add(
      'storage.root_url',
      violation.expected('a path that begins with a slash, or an http or https address'),
    );
  if (isBucket && isGiven(storage.endpoint) && !isAddress(storage.endpoint, false))
    violations.add('storage.endpoint', violation.expected('an http or https address'));
}

/** Whether a relative path is below a folder and never leads up. */
function isBelow(path: unknown, folder: string): boolean {
  return typeof path === 'string' && !path.includes('\\') && posix.normalize(path).startsWith(`${folder}/`);
}

/** Whether a text that may be a certificate is a path outside the data folder. */
function leadsOut(given: unknown): boolean {
  if (typeof given !== 'string' || given.includes('-----BEGIN ')) return false;
  return posix.isAbsolute(given) || given.split(/[/\\]/).includes('..');
}

function isAddress(value: unknown, orPath: boolean): boolean {
  if (typeof value !== 'string') return false;
  if (orPath && /^\/(?![/\\])/.test(value)) return true;
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}
