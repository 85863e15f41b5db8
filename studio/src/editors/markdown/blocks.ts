/** A part of a Markdown text. */
export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'rule' }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | { readonly kind: 'list'; readonly start: number | null; readonly items: readonly (readonly Block[])[] }
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/;
const RULE = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const QUOTE = /^ {0,3}> ?/;
const ITEM = /^( {0,3})(?:([-*+])|(\d{1,9})[.)])(?:[ \t]+|$)/;
const DIVIDER = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
const MAX_DEPTH = 8;

/** Parses a Markdown text. HTML in it is text. */
export const parseBlocks = (text: string): readonly Block[] => blocksOf(text.split(/\r\n|\r|\n/), 0);

type Lines = readonly string[];
/** A block that begins at a line, and the line after it. */
type Found = readonly [Block, number];
type Rule = (lines: Lines, at: number, depth: number) => Found | null;

function blocksOf(lines: Lines, depth: number): readonly Block[] {
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    if (/^\s*$/.test(lines[at] ?? '')) {
      at++;
      continue;
    }
    const [block, next] = blockAt(lines, at, depth);
    blocks.push(block);
    at = next;
  }
  return blocks;
}

function blockAt(lines: Lines, at: number, depth: number): Found {
  for (const rule of depth < MAX_DEPTH ? RULES : FLAT) {
    const found = rule(lines, at, depth);
    if (found) return found;
  }
  return paragraph(lines, at);
}

const fence: Rule = (lines, at) => {
  const mark = FENCE.exec(lines[at] ?? '')?.[1];
  if (!mark) return null;
  const end = lines.findIndex(
    (line, index) => index > at && line.trim().startsWith(mark) && /^[`~]+$/.test(line.trim()),
  );
  const last = end < 0 ? lines.length : end;
  return [{ kind: 'code', text: lines.slice(at + 1, last).join('\n') }, last + 1];
};

const heading: Rule = (lines, at) => {
  const match = HEADING.exec(lines[at] ?? '');
  return match ? [{ kind: 'heading', level: (match[1] ?? '#').length, text: match[2] ?? '' }, at + 1] : null;
};

const rule: Rule = (lines, at) => (RULE.test(lines[at] ?? '') ? [{ kind: 'rule' }, at + 1] : null);

const quote: Rule = (lines, at, depth) => {
  if (!QUOTE.test(lines[at] ?? '')) return null;
  let end = at;
  while (end < lines.length && QUOTE.test(lines[end] ?? '')) end++;
  const inside = lines.slice(at, end).map((line) => line.replace(QUOTE, ''));
  return [{ kind: 'quote', blocks: blocksOf(inside, depth + 1) }, end];
};

const indented: Rule = (lines, at) => {
  if (!/^(?: {4}|\t)/.test(lines[at] ?? '')) return null;
  let end = at;
  while (end < lines.length && /^(?: {4}|\t)/.test(lines[end] ?? '')) end++;
  return [
    {
      kind: 'code',
      text: lines
        .slice(at, end)
        .map((line) => line.replace(/^(?: {4}|\t)/, ''))
        .join('\n'),
    },
    end,
  ];
};

const list: Rule = (lines, at, depth) => {
  const first = ITEM.exec(lines[at] ?? '');
  if (!first) return null;
  const isOrdered = first[3] !== undefined;
  const items: (readonly Block[])[] = [];
  let next = at;
  while (next < lines.length) {
    const match = ITEM.exec(lines[next] ?? '');
    if (!match || (match[3] !== undefined) !== isOrdered || RULE.test(lines[next] ?? '')) break;
    const end = endOfItem(lines, next, match[0].length);
    const inside = lines
      .slice(next, end)
      .map((line, index) => (index === 0 ? line.slice(match[0].length) : outdented(line, match[0].length)));
    items.push(blocksOf(inside, depth + 1));
    next = end;
  }
  return [{ kind: 'list', start: isOrdered ? Number(first[3]) : null, items }, next];
};

/** An item continues over indented lines, and over lines that begin nothing else. */
function endOfItem(lines: Lines, at: number, indent: number): number {
  let end = at + 1;
  for (let next = at + 1; next < lines.length; next++) {
    const line = lines[next] ?? '';
    if (/^\s*$/.test(line)) continue;
    const isInside = line.length - line.trimStart().length >= Math.min(indent, 2);
    const goesOn = end === next && !ITEM.test(line) && !FENCE.test(line) && !HEADING.test(line) && !QUOTE.test(line);
    if (!isInside && !goesOn) break;
    end = next + 1;
  }
  return end;
}

const outdented = (line: string, indent: number): string => line.replace(new RegExp(`^[ \\t]{0,${indent}}`), '');

const table: Rule = (lines, at) => {
  const head = cellsOf(lines[at] ?? '');
  if (head.length < 2 || !DIVIDER.test(lines[at + 1] ?? '')) return null;
  let end = at + 2;
  while (end < lines.length && (lines[end] ?? '').includes('|')) end++;
  return [{ kind: 'table', head, rows: lines.slice(at + 2, end).map(cellsOf) }, end];
};

const cellsOf = (line: string): readonly string[] =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());

const FLAT: readonly Rule[] = [fence, heading, rule];
const RULES: readonly Rule[] = [...FLAT, quote, indented, list, table];

function paragraph(lines: Lines, at: number): Found {
  let end = at + 1;
  while (end < lines.length) {
    const line = lines[end] ?? '';
    if (/^\s*$/.test(line) || [FENCE, HEADING, RULE, QUOTE, ITEM].some((mark) => mark.test(line))) break;
    end++;
  }
  return [
    {
      kind: 'paragraph',
      text: lines
        .slice(at, end)
        .map((line) => line.trimStart())
        .join('\n'),
    },
    end,
  ];
}
