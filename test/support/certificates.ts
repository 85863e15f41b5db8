import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files of a certificate authority and of a server certificate that it has issued. */
export interface Certificates {
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

const PLACES = ['/usr/bin/openssl', '/usr/local/bin/openssl', '/opt/homebrew/bin/openssl'];
const openssl = PLACES.find((path) => existsSync(path));

/** Why certificates cannot be made; undefined if they can. */
export const noCertificates = openssl ? undefined : 'openssl is not installed';

/** Makes an authority in a folder, with a server certificate for the address 127.0.0.1 and no host name. */
export function makeCertificates(folder: string, name: string): Certificates {
  const file = (ending: string): string => join(folder, `${name}-${ending}`);
  const key = ['-newkey', 'rsa:2048', '-nodes', '-days', '3'];
  run('req', '-x509', ...key, '-subj', `/CN=${name} authority`, '-keyout', file('ca.key'), '-out', file('ca.pem'));
  run('req', ...key.slice(0, 3), '-subj', `/CN=${name}`, '-keyout', file('server.key'), '-out', file('server.csr'));
  writeFileSync(file('names'), 'subjectAltName=IP:127.0.0.1');
  const authority = ['-CA', file('ca.pem'), '-CAkey', file('ca.key'), '-CAcreateserial', '-days', '3'];
  run('x509', '-req', '-in', file('server.csr'), ...authority, '-extfile', file('names'), '-out', file('server.pem'));
  return { ca: file('ca.pem'), cert: file('server.pem'), key: file('server.key') };
}

function run(...args: string[]): void {
  execFileSync(openssl ?? 'openssl', args, { stdio: 'pipe' });
}
