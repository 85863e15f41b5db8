import type { Query } from '../query/ast.ts';
import { type ParameterMap, parseParameters } from '../query/parse/parameters.ts';
import { parseQuery } from '../query/parse/query.ts';
import { Lru } from '../shared/lru.ts';
import { safeQuery } from './hooks/log.ts';
import { areUsual } from './usual-parameters.ts';

const CAPACITY = 1_000;
const MAX_LENGTH = 500;
const cache = new Lru<string, ParsedQuery>(CAPACITY);

/** A query string, parsed once and cached: clients send few different ones, many times. */
export class ParsedQuery {
  readonly parameters: ParameterMap;
  readonly #text: string;
  #query: Query | undefined;
  #logged: string | undefined;
  #isUsual: boolean | undefined;

  constructor(text: string) {
    this.#text = text;
    this.parameters = parseParameters(text);
  }

  /** The query of a list request. Errors 12, 214. */
  get query(): Query {
    this.#query ??= parseQuery(this.parameters);
    return this.#query;
  }

  /** Whether its {@link areUsual | parameters are usual}. */
  get isUsual(): boolean {
    this.#isUsual ??= areUsual(this.parameters);
    return this.#isUsual;
  }

  /** The text for the log, without values that could hold a secret; undefined if there is no query string. */
  get logged(): string | undefined {
    if (this.#text === '') return undefined;
    this.#logged ??= safeQuery(`?${this.#text}`);
    return this.#logged;
  }

  /** The parsed form of a query string; cached unless it is long or contains a token. */
  static of(text: string): ParsedQuery {
    const cached = cache.get(text);
    if (cached) return cached;
    const parsed = new ParsedQuery(text);
    if (text.length <= MAX_LENGTH && !text.includes('token')) cache.set(text, parsed);
    return parsed;
  }
}
