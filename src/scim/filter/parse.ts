import type { CompareOperator, FilterNode, FilterValue } from './node.ts';
import { invalidFilter, type Token, tokensOf } from './tokens.ts';

const OPERATORS: ReadonlySet<string> = new Set(['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le']);
const PATH = /^[A-Za-z$][\w$:.-]*$/;
const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;
const MAX_DEPTH = 20;
const MAX_COMPARISONS = 100;

/**
 * Parses a filter: `or` has the lowest precedence, then `and`, then `not (…)`. With `bareTexts`, texts need no quotes.
 * Error `scimInvalidFilter`. (RFC 7644, section 3.4.2.2.)
 */
export function parseFilter(filter: string, bareTexts = false): FilterNode {
  const parser = new Parser(tokensOf(filter), bareTexts);
  return parser.whole();
}

/** The target of a PatchOp path, or an attribute with a filter in brackets. */
export interface ValuePath {
  readonly path: string;
  readonly filter: FilterNode | null;
  /** The sub-attribute after the brackets. */
  readonly sub: string | null;
}

/** Parses `emails[type eq "work"].value`. Error `scimInvalidFilter`. (RFC 7644, section 3.5.2.) */
export function parseValuePath(text: string): ValuePath {
  return new Parser(tokensOf(text), false).valuePath();
}

class Parser {
  readonly #tokens: readonly Token[];
  readonly #bareTexts: boolean;
  #at = 0;
  #depth = 0;
  #comparisons = 0;

  constructor(tokens: readonly Token[], bareTexts: boolean) {
    this.#tokens = tokens;
    this.#bareTexts = bareTexts;
  }

  whole(): FilterNode {
    const node = this.#or();
    if (this.#peek()) throw invalidFilter(`"${this.#peek()?.text}" is one word too many`);
    return node;
  }

  valuePath(): ValuePath {
    const path = this.#path();
    const filter = this.#takeMark('[') ? this.#bracketed(']') : null;
    const sub = filter ? this.#sub() : null;
    if (this.#peek()) throw invalidFilter(`"${this.#peek()?.text}" is one word too many`);
    return { path, filter, sub };
  }

  #or(): FilterNode {
    return this.#joined('or', () => this.#joined('and', () => this.#unary()));
  }

  #joined(type: 'and' | 'or', next: () => FilterNode): FilterNode {
    const of = [next()];
    while (this.#takeWord(type)) of.push(next());
    return of.length > 1 ? { type, of } : (of[0] as FilterNode);
  }

  #unary(): FilterNode {
    if (this.#takeMark('(')) return this.#bracketed(')');
    const following = this.#tokens[this.#at + 1];
    if (following?.kind === 'mark' && following.text === '(' && this.#takeWord('not')) {
      this.#at++;
      return { type: 'not', of: this.#bracketed(')') };
    }
    return this.#condition();
  }

  #bracketed(end: ')' | ']'): FilterNode {
    if (++this.#depth > MAX_DEPTH) throw invalidFilter(`its brackets are deeper than ${MAX_DEPTH} levels`);
    const node = this.#or();
    if (!this.#takeMark(end)) throw invalidFilter(`a "${end}" is missing`);
    this.#depth--;
    return node;
  }

  #condition(): FilterNode {
    const path = this.#path();
    if (!this.#takeMark('[')) return this.#comparison(path);
    const of = this.#bracketed(']');
    const sub = this.#sub();
    return { type: 'within', path, of: sub === null ? of : { type: 'and', of: [of, this.#comparison(sub)] } };
  }

  #comparison(path: string): FilterNode {
    if (++this.#comparisons > MAX_COMPARISONS) throw invalidFilter(`it has more than ${MAX_COMPARISONS} comparisons`);
    if (this.#takeWord('pr')) return { type: 'present', path };
    const operator = this.#next('an operator').text.toLowerCase();
    if (!OPERATORS.has(operator)) throw invalidFilter(`"${operator.slice(0, 100)}" is no operator`);
    return { type: 'compare', path, operator: operator as CompareOperator, value: this.#value() };
  }

  #value(): FilterValue {
    const { kind, text } = this.#next('a value');
    if (kind === 'text') return text;
    if (kind === 'mark') throw invalidFilter(`"${text}" is no value`);
    const literals: Readonly<Record<string, FilterValue>> = { true: true, false: false, null: null };
    const literal = literals[text.toLowerCase()];
    if (literal !== undefined && Object.hasOwn(literals, text.toLowerCase())) return literal;
    if (this.#bareTexts) return text;
    if (NUMBER.test(text)) return Number(text);
    throw invalidFilter(`the text ${text.slice(0, 100)} needs quotes`);
  }

  #path(): string {
    const { kind, text } = this.#next('an attribute');
    if (kind !== 'word' || !PATH.test(text)) throw invalidFilter(`"${text.slice(0, 100)}" is no attribute`);
    return text;
  }

  /** `.value` after a bracket. */
  #sub(): string | null {
    const token = this.#peek();
    if (token?.kind !== 'word' || !token.text.startsWith('.')) return null;
    this.#at++;
    return token.text.slice(1);
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#at];
  }

  #next(what: string): Token {
    const token = this.#tokens[this.#at++];
    if (!token) throw invalidFilter(`it ends where ${what} should be`);
    return token;
  }

  #takeMark(mark: string): boolean {
    const token = this.#peek();
    const found = token?.kind === 'mark' && token.text === mark;
    if (found) this.#at++;
    return found;
  }

  #takeWord(word: string): boolean {
    const token = this.#peek();
    const found = token?.kind === 'word' && token.text.toLowerCase() === word;
    if (found) this.#at++;
    return found;
  }
}
