const TOKEN =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|(?<=[(,=:[!&|?{};>]\s*|return )\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/|[`{}]|\$\{|\\[\s\S]/g;

/** Before a template that has a tag, or is a type. */
const HAS_TAG = /[\w)\]]$|\btype \w+ = $/;

/** TypeScript with a tag before every template that has none. */
export function tagTemplates(source: string, tag: string): string {
  /** What is open: templates, and braces inside of them. */
  const open: string[] = [];
  let result = '';
  let at = 0;
  while (at < source.length) {
    const token = open.at(-1) === '`' ? nextInTemplate(source, at) : nextInCode(source, at);
    const begins = token.text === '`' && open.at(-1) !== '`';
    const between = source.slice(at, token.index);
    result += between + (begins && !HAS_TAG.test((result + between).slice(-60)) ? tag : '') + token.text;
    follow(open, token.text);
    at = token.index + token.text.length;
  }
  return result;
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
