import type { IncomingMessage } from 'node:http';

/**
 * Whether a proxy could understand a request differently: it does not name exactly one host, or has a body in an unknown
 * coding. The parser lets both pass.
 */
export function isAmbiguous({ rawHeaders, httpVersionMinor }: IncomingMessage): boolean {
  let hosts = 0;
  let codings = '';
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
    else if (name.length === 17 && name.toLowerCase() === 'transfer-encoding') codings += rawHeaders[at + 1];
  }
  const isMissing = hosts === 0 && httpVersionMinor > 0;
  return isMissing || hosts > 1 || (codings !== '' && codings.toLowerCase() !== 'chunked');
}
