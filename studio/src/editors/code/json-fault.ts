const SPACE = /[ \t\n\r]*/y;
const TEXT = /"[^"\\\n\r\t]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\n\r\t]*)*"/y;
const WORD = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)\b)/y;

/** What has to come next. A list or an object that was just opened may end at once; after the document nothing may come. */
type Awaited = 'value' | 'value or ]' | 'name' | 'name or }' | ':' | ', or end';

/** Where a text stops being a document of JSON; its length if what is missing is more. It is read once, as far as it is one. */
export function faultIn(text: string): number {
  const open: string[] = [];
  let awaited: Awaited = 'value';
  for (let at = endOf(SPACE, text, 0); at < text.length; ) {
    const sign = text.charAt(at);
    const end = '{}[],:'.includes(sign) ? at + 1 : endOf(sign === '"' ? TEXT : WORD, text, at);
    const next: Awaited | null = end > at ? following(awaited, sign, open) : null;
    if (next === null) return at;
    awaited = next;
    at = endOf(SPACE, text, end);
  }
  return text.length;
}

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** What has to come after a piece that begins with a sign; null where the piece may not stand. `open` holds what it is in. */
function following(awaited: Awaited, sign: string, open: string[]): Awaited | null {
  if (awaited === ':') return sign === ':' ? 'value' : null;
  if (awaited === ', or end') return afterValue(sign, open);
  if (awaited.startsWith('name') && sign === '"') return ':';
  if (awaited.endsWith(sign)) return closing(open);
  return awaited.startsWith('value') ? beginning(sign, open) : null;
}

function afterValue(sign: string, open: string[]): Awaited | null {
  const around = open.at(-1);
  if (sign === ',' && around) return around === '[' ? 'value' : 'name';
  return (around === '[' && sign === ']') || (around === '{' && sign === '}') ? closing(open) : null;
}

function closing(open: string[]): Awaited {
  open.pop();
  return ', or end';
}

function beginning(sign: string, open: string[]): Awaited | null {
  if (']},:'.includes(sign)) return null;
  if (sign !== '[' && sign !== '{') return ', or end';
  open.push(sign);
  return sign === '[' ? 'value or ]' : 'name or }';
}
