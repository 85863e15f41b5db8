/** The path of a URL, without its query string. */
export const pathOf = (url: string): string => {
  const mark = url.indexOf('?');
  return mark < 0 ? url : url.slice(0, mark);
};

/** The query string of a URL; empty without one. */
export const queryStringOf = (url: string): string => {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
};

/** The decoded names and values in the query string of a URL, without tokens. */
export function rawParameters(url: string): [string, string][] {
  const decode = (text: string): string => {
    try {
      return decodeURIComponent(text.replaceAll('+', ' '));
    } catch {
      return text;
    }
  };
  const pairs = queryStringOf(url)
    .split('&')
    .filter((part) => part !== '');
  const decoded = pairs.map((part): [string, string] => {
    const equals = part.indexOf('=');
    return equals < 0 ? [decode(part), ''] : [decode(part.slice(0, equals)), decode(part.slice(equals + 1))];
  });
  return decoded.filter(([name]) => name !== 'access_token' && name !== 'view_as' && name !== 'preview');
}
