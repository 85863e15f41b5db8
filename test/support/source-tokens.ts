const TOKEN =
  /^#![^\n]*|\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|(?<=[(,=:[!&|?{};>]\s*|return )\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/|[`{}]|\$\{|\\[\s\S]/g;

/** Text before a template that has a tag, or is a type. */
const HAS_TAG = /[\w)\]]$|\btype \w+ = $/;

/** The regular expressions in TypeScript source. */
export function patternsIn(source: string): RegExp[] {
  const found: RegExp[] = [];
  walk(source, ({ index, text }) => {
    if (!/^\/(?![/*])/.test(text)) return;
    const flags = /^[a-z]*/.exec(source.slice(index + text.length))?.[0] ?? '';
    found.push(new RegExp(text.slice(1, -1), flags));
  });
  return found;
}

/** TypeScript with a tag added to every template that has none. */
export function tagTemplates(source: string, tag: string): string {
  let result = '';
  walk(source, ({ text }, between, begins) => {
    result += between;
    result += (begins && !HAS_TAG.test(result.slice(-60)) ? tag : '') + text;
  });
  return result;
}

/**
 * Calls `tell` with every token in order, the text between it and the previous token, and whether a template begins
 * with it.
 */
function walk(source: string, tell: (token: Token, between: string, begins: boolean) => void): void {
  /** Open templates, and open braces inside them. */
  const open: string[] = [];
  for (let at = 0; at < source.length; ) {
    const isInside = open.at(-1) === '`';
    const token = isInside ? nextInTemplate(source, at) : nextInCode(source, at);
    tell(token, source.slice(at, token.index), token.text === '`' && !isInside);
    follow(open, token.text);
    at = token.index + token.text.length;
  }
}

interface Token {
  readonly index: number;
  readonly text: string;
}

function nextInCode(source: string, from: number): Token {
  TOKEN.lastIndex = from;
  const found = TOKEN.exec(source);
  return found ? { index: found.index, text: found[0] } : { index: source.length, text: '' };
}

function nextInTemplate(source: string, from: number): Token {
  const pattern = /\\[\s\S]|\$\{|`/g;
  pattern.lastIndex = from;
  const found = pattern.exec(source);
  return found ? { index: found.index, text: found[0] } : { index: source.length, text: '' };
}

function follow(open: string[], text: string): void {
  if (text === '`' && open.at(-1) === '`') open.pop();
  else if (text === '`' || text === '{' || text === '${') open.push(text);
  else if (text === '}') open.pop();
}
