const SPACE = /[ \t\n\r]*/y;
const TEXT = /"[^"\\\n\r\t]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\n\r\t]*)*"/y;
const WORD = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)\b)/y;

/** The token that is expected next. A list or an object may end right after its beginning; nothing may follow the document. */
type Awaited = 'value' | 'value or ]' | 'name' | 'name or }' | ':' | ', or end';

/** The position at which a text stops being valid JSON; its length if it is incomplete. It is read once, up to there. */
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

/** What is expected after a token that begins with a character; null if it is not allowed. `open` has the enclosing brackets. */
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
