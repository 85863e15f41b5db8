import { isRunnable } from '../shared/active-names.ts';

/** What a browser may do with a file that it opens. */
type Treatment =
  /** Show it. */
  | 'shown'
  /** Show it in a page that can neither run nor load anything. */
  | 'sandboxed'
  /** Save it. */
  | 'saved';

const SAVED: ReadonlySet<string> = new Set([
  'application/ecmascript',
  'application/javascript',
  'application/mathml+xml',
  'application/vnd.adobe.flash.movie',
  'application/x-httpd-php',
  'application/x-javascript',
  'application/x-mimearchive',
  'application/x-perl',
  'application/x-php',
  'application/x-python',
  'application/x-sh',
  'application/x-shockwave-flash',
  'application/xhtml+xml',
  'application/xml',
  'application/xslt+xml',
  'message/rfc822',
  'multipart/related',
  'text/ecmascript',
  'text/html',
  'text/javascript',
  'text/vbscript',
  'text/x-php',
  'text/x-python',
  'text/x-shellscript',
  'text/xml',
  'text/xsl',
]);

/**
 * Decides how a file of a given media type and name is sent, so that nothing in it runs with the project's origin.
 * (Contract, F-124.)
 */
export function treatmentOf(type: string, name = ''): Treatment {
  if (SAVED.has(type) || isRunnable(name)) return 'saved';
  if (type === 'image/svg+xml') return 'sandboxed';
  return type.endsWith('+xml') ? 'saved' : 'shown';
}

/** A media type that is valid in a header; any other becomes `application/octet-stream`. */
export function headerType(type: string): string {
  const plain = type.trim().toLowerCase();
  if (!/^[\w.+-]+\/[\w.+-]+$/.test(plain) || plain.length > 100) return 'application/octet-stream';
  return plain.startsWith('text/') ? `${plain}; charset=utf-8` : plain;
}
