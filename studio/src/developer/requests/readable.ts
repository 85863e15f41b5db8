/** Characters that would change the meaning of a path or a query if they were not encoded, and invisible ones. */
const IN_PATHS = /[%/?#\\\p{C}\p{Z}]/u;
const IN_QUERIES = /[%&+#=\p{C}]|(?! )\p{Z}/u;

/** A readable address: percent-encoded characters are decoded if that does not change the meaning. */
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

/** A readable address, or a part of one, with percent-encoding. */
export const encoded = (text: string): string => text.replace(/[^\w\-.~:/?#@!$&'()*+,;=%]+/gu, encodeURIComponent);
