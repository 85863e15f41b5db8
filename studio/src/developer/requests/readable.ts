/** What would mean something else in a path or a query if it stood there as it is, and what nobody sees. */
const IN_PATHS = /[%/?#\\\p{C}\p{Z}]/u;
const IN_QUERIES = /[%&+#=\p{C}]|(?! )\p{Z}/u;

/** An address as people read it: of what is percent-encoded, whatever means the same without. */
export function readable(address: string): string {
  const at = address.indexOf('?');
  if (at < 0) return decoded(address, IN_PATHS);
  return decoded(address.slice(0, at), IN_PATHS) + decoded(address.slice(at).replaceAll('+', ' '), IN_QUERIES);
}

const decoded = (text: string, kept: RegExp): string =>
  text.replace(/(?:%[\da-f]{2})+/gi, (run) => {
    try {
      return [...decodeURIComponent(run)].map((each) => (kept.test(each) ? encodeURIComponent(each) : each)).join('');
    } catch {
      return run;
    }
  });

/** A readable address, or a part of one, as programs take it. */
export const encoded = (text: string): string => text.replace(/[^\w\-.~:/?#@!$&'()*+,;=%]+/gu, encodeURIComponent);
