import { type Condition, condition, type Expression, join } from './expression.ts';
import type { OperatorName } from './operators.ts';
import { type Token, tokensOf } from './tokens.ts';

/** What is expected at a position in a filter's text. */
export type Expected = 'field' | 'operator' | 'value' | 'comma' | 'close' | 'joint' | 'quote' | 'known';

/** Why a text is not a filter, and where. */
export class FilterError extends Error {
  readonly expected: Expected;
  readonly from: number;
  readonly to: number;
  /** The field that was being compared, if that is known. */
  readonly path: string | null;

  constructor(expected: Expected, { from, to }: Token, path: string | null = null) {
    super(`expected ${expected} at ${from}`);
    this.expected = expected;
    this.from = from;
    this.to = to;
    this.path = path;
  }
}

/** Parses a filter; null for an empty text. Throws FilterError; `isKnown` rejects paths that do not exist. */
export function parseFilter(text: string, isKnown: (path: string) => boolean = () => true): Expression | null {
  const reader = new Reader(tokensOf(text), isKnown);
  return reader.next.kind === 'end' ? null : reader.whole();
}

const SIGNS: Readonly<Record<string, OperatorName>> = {
  '=': 'eq',
  '!=': 'neq',
  '<>': 'neq',
  '<': 'lt',
  '<=': 'lte',
  '>': 'gt',
  '>=': 'gte',
};

/** Operators that are words; longer ones come before those that they begin with. */
const WORDS: readonly (readonly [OperatorName, readonly string[]])[] = [
  ['nin', ['not', 'in']],
  ['ncontains', ['not', 'contains']],
  ['nrlike', ['not', 'like']],
  ['nbetween', ['not', 'between']],
  ['nnull', ['is', 'not', 'null']],
  ['nempty', ['is', 'not', 'empty']],
  ['null', ['is', 'null']],
  ['empty', ['is', 'empty']],
  ['has', ['has', 'at', 'least']],
  ['nhas', ['has', 'fewer', 'than']],
  ['all', ['has', 'all']],
  ['in', ['in']],
  ['contains', ['contains']],
  ['rlike', ['like']],
  ['between', ['between']],
];

class Reader {
  readonly #tokens: readonly Token[];
  readonly #isKnown: (path: string) => boolean;
  #at = 0;

  constructor(tokens: readonly Token[], isKnown: (path: string) => boolean) {
    this.#tokens = tokens;
    this.#isKnown = isKnown;
  }

  get next(): Token {
    return this.#ahead(0);
  }

  whole(): Expression {
    const found = this.#joined('or', () => this.#joined('and', () => this.#part()));
    if (this.next.kind !== 'end') throw this.#fault('joint');
    return found;
  }

  #joined(kind: 'and' | 'or', part: () => Expression): Expression {
    const parts = [part()];
    while (this.#takeWords([kind])) parts.push(part());
    return join(kind, parts) as Expression;
  }

  #part(): Expression {
    if (this.next.kind !== 'open') return this.#condition();
    this.#at++;
    const found = this.#joined('or', () => this.#joined('and', () => this.#part()));
    if (!this.#is('close')) throw this.#fault('close');
    this.#at++;
    return found;
  }

  #condition(): Condition {
    const { kind, text: path } = this.next;
    if (kind !== 'name' && (kind !== 'word' || isReserved(path))) throw this.#fault('field');
    if (!this.#isKnown(path)) throw this.#fault('known', path);
    this.#at++;
    const operator = this.#operator(path);
    return condition(path, operator, this.#values(operator, path));
  }

  #operator(path: string): OperatorName {
    const sign = this.next.kind === 'sign' ? SIGNS[this.next.text] : undefined;
    if (sign) this.#at++;
    const found = sign ?? WORDS.find(([, words]) => this.#takeWords(words))?.[0];
    if (!found) throw this.#fault('operator', path);
    return found;
  }

  #values(operator: OperatorName, path: string): string[] {
    if (['null', 'nnull', 'empty', 'nempty'].includes(operator)) return [];
    if (['in', 'nin', 'all'].includes(operator)) return this.#list(path);
    const first = this.#value(path);
    if (operator !== 'between' && operator !== 'nbetween') return [first];
    if (!this.#takeWords(['and'])) throw this.#fault('comma', path);
    return [first, this.#value(path)];
  }

  #list(path: string): string[] {
    if (this.next.kind !== 'open') return [this.#value(path)];
    const values: string[] = [];
    do {
      this.#at++;
      values.push(this.#value(path));
    } while (this.#is('comma'));
    if (!this.#is('close')) throw this.#fault('close', path);
    this.#at++;
    return values;
  }

  #value(path: string): string {
    const { kind, text } = this.next;
    if (kind === 'broken' && text.startsWith('"')) throw this.#fault('quote', path);
    if (kind !== 'string' && (kind !== 'word' || isReserved(text))) throw this.#fault('value', path);
    this.#at++;
    return text;
  }

  #takeWords(words: readonly string[]): boolean {
    const fits = words.every((word, index) => {
      const { kind, text } = this.#ahead(index);
      return kind === 'word' && text.toLowerCase() === word;
    });
    if (fits) this.#at += words.length;
    return fits;
  }

  #is(kind: Token['kind']): boolean {
    return this.next.kind === kind;
  }

  #ahead(count: number): Token {
    return this.#tokens[this.#at + count] ?? (this.#tokens.at(-1) as Token);
  }

  #fault(expected: Expected, path: string | null = null): FilterError {
    const isBroken = this.next.kind === 'broken' && /^["`]/.test(this.next.text);
    return new FilterError(isBroken ? 'quote' : expected, this.next, path);
  }
}

const RESERVED: ReadonlySet<string> = new Set(['and', 'or', 'not', 'in', 'is', 'has', 'like', 'between', 'contains']);

/** Whether a word is a keyword, so that a field or a value of that name is quoted. */
export const isReserved = (word: string): boolean => RESERVED.has(word.toLowerCase());
