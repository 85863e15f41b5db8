const SAME: Readonly<Record<string, string>> = { b: 'strong', i: 'em', del: 's', strike: 's' };
const INLINE: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo big br cite code del dfn em font i img ins kbd label mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);
const ATOMS: ReadonlySet<string> = new Set(['br', 'img', 'wbr']);
/** Elements that contain blocks: loose text in them is a paragraph. */
const HOLDERS: ReadonlySet<string> = new Set(['body', 'blockquote', 'li']);

/**
 * A normal form of HTML, in which equivalent texts are equal: marks in one order, attributes by name, white space as browsers
 * show it, loose text as paragraphs. What an editor loses is missing in its normal form.
 */
export function normalForm(html: string): readonly string[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const out: string[] = [];
  block(body, out);
  return out;
}

function block(element: Element, out: string[]): void {
  const isCode = element.localName === 'pre';
  const isHolder = HOLDERS.has(element.localName);
  let runs: Run[] = [];
  const flush = (): void => {
    const texts = isCode ? runs.map(written) : tidy(runs);
    runs = [];
    if (texts.length === 0) return;
    out.push(...(isHolder ? ['<p>', ...texts, '</p>'] : texts));
  };
  for (const node of element.childNodes) {
    if (node instanceof Element && !INLINE.has(node.localName)) {
      flush();
      const name = nameOf(node);
      out.push(`<${name}${attributes(node)}>`);
      block(node, out);
      out.push(`</${name}>`);
    } else inline(node, [], runs, isCode);
  }
  flush();
}

/** A run of text, or an inline element, with its marks. */
interface Run {
  readonly marks: string;
  text: string;
  readonly isAtom: boolean;
}

function inline(node: Node, marks: readonly string[], runs: Run[], isCode: boolean): void {
  const text = node.textContent ?? '';
  if (node instanceof Element) inlineElement(node, marks, runs, isCode);
  else if (node.nodeType !== Node.TEXT_NODE) add(runs, { marks: '', text: `<!--${text}-->`, isAtom: true });
  else add(runs, { marks: key(marks), text: isCode ? text : text.replace(/[ \t\n\r\f]+/g, ' '), isAtom: false });
}

/** A mark, or an inline element. A span without attributes is neither. */
function inlineElement(element: Element, marks: readonly string[], runs: Run[], isCode: boolean): void {
  const tag = `${nameOf(element)}${attributes(element)}`;
  if (ATOMS.has(element.localName)) add(runs, { marks: key(marks), text: `<${tag}>`, isAtom: true });
  else for (const child of element.childNodes) inline(child, tag === 'span' ? marks : [...marks, tag], runs, isCode);
}

const key = (marks: readonly string[]): string => [...new Set(marks)].sort().join('|');

function add(runs: Run[], run: Run): void {
  const last = runs.at(-1);
  if (last && !last.isAtom && !run.isAtom && last.marks === run.marks) last.text += run.text;
  else if (run.text !== '') runs.push(run);
}

/** Runs as a browser shows them: no space at the ends, and none after another. */
function tidy(runs: Run[]): readonly string[] {
  let before = ' ';
  for (const run of runs) {
    if (!run.isAtom) {
      run.text = run.text.replace(/ +/g, ' ');
      if (before.endsWith(' ')) run.text = run.text.replace(/^ /, '');
    }
    if (run.text !== '') before = run.isAtom && run.text.startsWith('<br') ? ' ' : run.text;
  }
  const last = runs.findLast(({ text }) => text !== '');
  if (last && !last.isAtom) last.text = last.text.replace(/ $/, '');
  return runs.filter(({ text }) => text !== '').map(written);
}

const written = ({ marks, text }: Run): string => (marks === '' ? text : `{${marks}}${text}`);
const nameOf = (element: Element): string => SAME[element.localName] ?? element.localName;

function attributes(element: Element): string {
  const found = [...element.attributes].map(({ name, value }) => [
    name,
    name === 'style' ? styles(value) : value.trim(),
  ]);
  const kept = found.filter(([name, value]) => value !== '' || (name !== 'class' && name !== 'style'));
  return kept
    .map(([name, value]) => ` ${name}="${value}"`)
    .sort()
    .join('');
}

const styles = (text: string): string =>
  text
    .split(';')
    .map((part) =>
      part
        .replace(/\s*:\s*/, ':')
        .trim()
        .toLowerCase(),
    )
    .filter(Boolean)
    .sort()
    .join(';');

/** What an editor has lost of a text: names of elements, or `*` for attributes, marks and the like. */
export function lossesOf(before: readonly string[], after: readonly string[]): readonly string[] {
  if (before.length === after.length && before.every((each, at) => each === after[at])) return [];
  const rest = countOf(after);
  const lost = before.filter((each) => {
    const count = rest.get(each) ?? 0;
    rest.set(each, count - 1);
    return count <= 0;
  });
  const names = lost.map((each) => /^<(!--|[a-z][a-z\d-]*)/.exec(each)?.[1] ?? /^\{([a-z]+)/.exec(each)?.[1] ?? '*');
  const known = [...new Set(names)].filter((name) => name !== '*' && name !== 'p');
  return known.length > 0 ? known.map((name) => (name === '!--' ? '<!-- -->' : name)) : ['*'];
}

function countOf(list: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const each of list) counts.set(each, (counts.get(each) ?? 0) + 1);
  return counts;
}
