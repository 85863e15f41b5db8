import type { IncomingMessage } from 'node:http';

/**
 * Whether a proxy could understand a request differently: it does not name exactly one host, or has a body in an unknown
 * coding. The parser lets both pass.
 */
export function isAmbiguous({ rawHeaders, headers, httpVersionMinor }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts++;
  const isMissing = hosts === 0 && httpVersionMinor > 0;
  return isMissing || hosts > 1 || (headers['transfer-encoding'] ?? 'chunked').toLowerCase() !== 'chunked';
}
