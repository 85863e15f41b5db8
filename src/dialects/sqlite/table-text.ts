/** The clauses of a column in a CREATE TABLE statement, verbatim. */
export interface ColumnText {
  readonly type: string;
  /** The expression by which the engine computes its values. */
  readonly generated: string | null;
  /** Its checks, its collation and its foreign key. */
  readonly clauses: string;
}

/** The parts of a CREATE TABLE statement, verbatim, except for keys, defaults and NOT NULL. */
interface TableText {
  readonly columns: ReadonlyMap<string, ColumnText>;
  /** The checks and foreign keys of the table. */
  readonly constraints: readonly string[];
  /** What follows the columns, such as STRICT. */
  readonly options: string;
}

interface Token {
  readonly text: string;
  /** In capitals; empty for quoted names, texts and parentheses. */
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

const NOTHING: TableText = { columns: new Map(), constraints: [], options: '' };
const COLUMN_CLAUSES: ReadonlySet<string> = new Set([
  'CONSTRAINT',
  'PRIMARY',
  'NOT',
  'NULL',
  'UNIQUE',
  'CHECK',
  'DEFAULT',
  'COLLATE',
  'REFERENCES',
  'GENERATED',
  'AS',
]);
const TABLE_CLAUSES: ReadonlySet<string> = new Set(['CONSTRAINT', 'PRIMARY', 'UNIQUE', 'CHECK', 'FOREIGN']);
const KEPT: ReadonlySet<string> = new Set(['CHECK', 'COLLATE', 'REFERENCES', 'FOREIGN']);

/** Parses the statement that created a table. For a virtual table, the result is empty. */
export function readTableText(sql: string): TableText {
  if (!/^\s*CREATE\s+TABLE\b/i.test(sql)) return NOTHING;
  const tokens = tokensOf(sql);
  const body = tokens.find(({ text }) => text.startsWith('('));
  if (!body) return NOTHING;
  const inner = body.text.slice(1, -1);
  const items = itemsOf(tokensOf(inner));
  const isColumn = ([first]: readonly Token[]): boolean => first !== undefined && !TABLE_CLAUSES.has(first.word);
  const constraints = items.filter((item) => !isColumn(item) && KEPT.has(headOf(item)));
  return {
    columns: new Map(items.filter(isColumn).map((item) => columnText(inner, item))),
    constraints: constraints.map((item) => sliceOf(inner, item)),
    options: sliceOf(
      sql,
      tokens.filter(({ start }) => start > body.start),
    ),
  };
}

/** The tokens of a statement: words and quoted names. Parentheses and everything in them are one token. */
function tokensOf(sql: string): Token[] {
  const tokens: Token[] = [];
  let [depth, opened] = [0, 0];
  for (let start = 0, end = 0; start < sql.length; start = end) {
    end = endOf(sql, start);
    const text = sql.slice(start, end);
    if (text === '(' && depth++ === 0) opened = start;
    else if (text === ')' && --depth === 0) tokens.push({ text: sql.slice(opened, end), word: '', start: opened, end });
    else if (depth === 0 && !isBlank(text)) tokens.push({ text, word: wordIn(text), start, end });
  }
  return tokens;
}

/** Whether a part of a statement is white space or a comment. */
const isBlank = (text: string): boolean => text.startsWith('--') || text.startsWith('/*') || text.trim() === '';

const QUOTES: ReadonlySet<string> = new Set(["'", '"', '`']);
const SIGNS: ReadonlySet<string> = new Set(['(', ')', ',', ']']);

/** The end of the word, name, text, comment or sign that begins at `start`. */
function endOf(sql: string, start: number): number {
  const first = sql.charAt(start);
  if (QUOTES.has(first)) return endOfQuoted(sql, first, start);
  if (first === '[') return after(sql, ']', start);
  if (sql.startsWith('--', start)) return after(sql, '\n', start);
  if (sql.startsWith('/*', start)) return after(sql, '*/', start + 2);
  if (SIGNS.has(first) || first.trim() === '') return start + 1;
  let end = start + 1;
  while (end < sql.length && isInWord(sql, end)) end++;
  return end;
}

function isInWord(sql: string, at: number): boolean {
  const char = sql.charAt(at);
  if (QUOTES.has(char) || SIGNS.has(char) || char === '[' || char.trim() === '') return false;
  return !sql.startsWith('--', at) && !sql.startsWith('/*', at);
}

/** Quotes within the text are doubled. */
function endOfQuoted(sql: string, quote: string, start: number): number {
  let end = after(sql, quote, start + 1);
  while (sql.charAt(end) === quote) end = after(sql, quote, end + 1);
  return end;
}

function after(sql: string, mark: string, from: number): number {
  const found = sql.indexOf(mark, from);
  return found < 0 ? sql.length : found + mark.length;
}

const wordIn = (text: string): string => (/^['"`[]/.test(text) ? '' : text.toUpperCase());

function itemsOf(tokens: readonly Token[]): Token[][] {
  const items: Token[][] = [[]];
  for (const token of tokens) {
    if (token.text === ',') items.push([]);
    else items.at(-1)?.push(token);
  }
  return items;
}

/** The first word of a constraint after its name. */
const headOf = ([first, , named]: readonly Token[]): string =>
  (first?.word === 'CONSTRAINT' ? named?.word : first?.word) ?? '';

const sliceOf = (sql: string, tokens: readonly Token[]): string =>
  sql.slice(tokens[0]?.start ?? 0, tokens.at(-1)?.end ?? 0);

function columnText(sql: string, [name, ...tokens]: readonly Token[]): [string, ColumnText] {
  const first = tokens.findIndex(isClause);
  const [type, rest] = first < 0 ? [tokens, []] : [tokens.slice(0, first), tokens.slice(first)];
  const clauses = clausesOf(rest);
  const generated = clauses.find((clause) => ['GENERATED', 'AS'].includes(headOf(clause)));
  return [
    unquoted(name?.text ?? ''),
    {
      type: sliceOf(sql, type),
      generated: generated ? sliceOf(sql, generated) : null,
      clauses: clauses.flatMap((clause) => (KEPT.has(headOf(clause)) ? [sliceOf(sql, clause)] : [])).join(' '),
    },
  ];
}

/** The clauses of {@link ColumnText}, one by one. */
export const clausesIn = (text: string): string[] => clausesOf(tokensOf(text)).map((clause) => sliceOf(text, clause));

const isClause = ({ word }: Token): boolean => COLUMN_CLAUSES.has(word);

function clausesOf(tokens: readonly Token[]): Token[][] {
  const clauses: Token[][] = [];
  for (let at = 0; at < tokens.length; ) {
    const end = at + lengthOf(tokens.slice(at));
    clauses.push(tokens.slice(at, end));
    at = end;
  }
  return clauses;
}

/** The minimum number of tokens of a clause, some of which could be mistaken for the start of another one. */
const MIN_TOKENS: Readonly<Record<string, number>> = { NOT: 2, DEFAULT: 2, GENERATED: 4, AS: 2 };

/** The number of tokens of the first clause. */
function lengthOf(tokens: readonly Token[]): number {
  const word = tokens[0]?.word ?? '';
  if (word === 'CONSTRAINT') return 2 + lengthOf(tokens.slice(2));
  const least = word === 'REFERENCES' ? referenceLength(tokens) : (MIN_TOKENS[word] ?? 1);
  const next = tokens.slice(least).findIndex(isClause);
  return next < 0 ? Math.max(tokens.length, 1) : least + next;
}

/** The last words of `ON DELETE SET NULL`, `SET DEFAULT` and `NOT DEFERRABLE` do not begin another clause. */
function referenceLength(tokens: readonly Token[]): number {
  const last = tokens.findLastIndex(({ word }, at) => {
    const before = tokens[at - 1]?.word;
    return (before === 'SET' && (word === 'NULL' || word === 'DEFAULT')) || (before === 'NOT' && word === 'DEFERRABLE');
  });
  return Math.max(last + 1, 1);
}

/** A name without its quotes. */
function unquoted(name: string): string {
  const quote = name.at(0);
  if (quote === '[') return name.slice(1, -1);
  return quote === '"' || quote === '`' || quote === "'" ? name.slice(1, -1).replaceAll(quote + quote, quote) : name;
}

/** The columns that an expression or a statement names. */
export function columnsNamed(sql: string, columns: readonly string[]): string[] {
  const words = new Set(sql.match(/[^\s"'`()[\],.=<>!+*/-]+/g)?.map((word) => word.toLowerCase()));
  return columns.filter((column) => words.has(column.toLowerCase()) || sql.includes(`"${column}"`));
}
