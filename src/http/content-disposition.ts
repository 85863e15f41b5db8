/** Characters allowed unescaped in a quoted string. */
const PLAIN = /^[\x20-\x7e]*$/;
const MAX_LENGTH = 255;
/** Control and bidirectional formatting characters, which would disguise a name. */
const MISLEADING = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/**
 * The value of `Content-Disposition` for a file of this name, as in RFC 6266: the name in ASCII and, where that loses
 * characters, once more in UTF-8 (RFC 8187). Browsers show the file unless it is an attachment.
 */
export function contentDisposition(name: string, attachment: boolean): string {
  const clean = safeName(name);
  const plain = clean.replace(/[^\x20-\x7e]/gu, '_').replace(/[\\"]/g, '\\$&');
  const extended = PLAIN.test(clean) && !/["\\%]/.test(clean) ? '' : `; filename*=UTF-8''${percentEncoded(clean)}`;
  return `${attachment ? 'attachment; ' : ''}filename="${plain}"${extended}`;
}

/** A name without folders or misleading characters. */
function safeName(name: string): string {
  const last = Buffer.from(name).toString().replace(MISLEADING, '').split(/[\\/]/).at(-1) ?? '';
  return [...last].slice(0, MAX_LENGTH).join('') || 'file';
}

function percentEncoded(text: string): string {
  return encodeURIComponent(text).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
