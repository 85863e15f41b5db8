import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  isInputObjectType,
  Kind,
  Lexer,
  type SelectionSetNode,
  Source,
  TokenKind,
  type TypeNode,
  type VariableDefinitionNode,
} from 'graphql';
import { ApiError } from '../errors/api-error.ts';
import { refuseManyItems } from '../persistence/prepare-payload.ts';
import { FILTER_ENDING } from './filters.ts';

/** Maximum fields of a document, counting fragments wherever they are spread. */
const MAX_FIELDS = 1000;
/** Maximum fields with children: each is a list, an item, or a statement. */
const MAX_BRANCHES = 200;
const MAX_LEVELS = 20;
/** Maximum fragments, used or not: the library compares each with all others, and so with their fields. */
const MAX_FRAGMENTS = 100;
/** Maximum fields with one name in the answer, wherever they are: the library compares each with all others. */
const MAX_NAMESAKES = 400;
const MAX_READS = 20;
export const MAX_TOKENS = 10_000;
/**
 * Maximum characters of a document, because parsing each escape in a text produces garbage. Long texts belong in
 * variables.
 */
const MAX_CHARACTERS = 200_000;
/** Maximum filters within a variable: far more than a query may have conditions. */
const MAX_FILTERS = 1000;
/** Maximum nesting of brackets, since processing recurses that deep. */
const MAX_DEPTH = 100;
const OPENING: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const CLOSING: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

interface Cost {
  readonly fields: number;
  readonly branches: number;
  readonly levels: number;
  /** The number of top-level fields. */
  readonly width: number;
}

const NONE: Cost = { fields: 0, branches: 0, levels: 0, width: 0 };

/** Refuses a text that is too long or nested too deeply to be parsed. Syntax errors are left to the parser. Error 12. */
export function refuseUnparsable(text: string): void {
  refuse(text.length > MAX_CHARACTERS, MAX_CHARACTERS, 'characters in a document');
  const lexer = new Lexer(new Source(text));
  try {
    for (let tokens = 0, depth = 0; tokens < MAX_TOKENS; tokens++) {
      const { kind } = lexer.advance();
      if (kind === TokenKind.EOF) return;
      if (OPENING.has(kind)) depth++;
      if (CLOSING.has(kind)) depth--;
      refuse(depth > MAX_DEPTH, MAX_DEPTH, 'brackets within each other');
    }
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
  }
}

/** Refuses a document that requests too much, before anything else reads it. Error 12. */
export function refuseCostly(document: DocumentNode): void {
  refuseComparisons(document);
  const meter = new Meter(document);
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    const { fields, branches, levels, width } = meter.cost(definition.selectionSet);
    refuse(fields > MAX_FIELDS, MAX_FIELDS, 'fields');
    refuse(branches > MAX_BRANCHES, MAX_BRANCHES, 'lists and items');
    refuse(levels > MAX_LEVELS, MAX_LEVELS, 'levels of fields');
    refuse(width > MAX_READS, MAX_READS, 'collections');
  }
}

/** Fragments that are not used cost nothing later, but are validated as well. */
function refuseComparisons({ definitions }: DocumentNode): void {
  const namesakes = new Map<string, number>();
  let fragments = 0;
  let fields = 0;
  for (const definition of definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION) countNames(definition.selectionSet, namesakes);
    if (definition.kind !== Kind.FRAGMENT_DEFINITION) continue;
    fields += countNames(definition.selectionSet, namesakes);
    fragments++;
  }
  refuse(fragments > MAX_FRAGMENTS, MAX_FRAGMENTS, 'fragments');
  refuse(fields > MAX_FIELDS, MAX_FIELDS, 'fields');
  for (const count of namesakes.values()) refuse(count > MAX_NAMESAKES, MAX_NAMESAKES, 'fields of one name');
}

/** Counts the fields by their names in the answer, and returns their number. */
function countNames({ selections }: SelectionSetNode, namesakes: Map<string, number>): number {
  let fields = 0;
  for (const selection of selections) {
    if (selection.kind === Kind.FRAGMENT_SPREAD) continue;
    if (selection.kind === Kind.FIELD) {
      const { value } = selection.alias ?? selection.name;
      namesakes.set(value, (namesakes.get(value) ?? 0) + 1);
      fields++;
    }
    if (selection.selectionSet) fields += countNames(selection.selectionSet, namesakes);
  }
  return fields;
}

/**
 * Refuses variables with too many filters or new items: the library compares each with all fields of its type, without
 * yielding. Errors 12, 13.
 */
export function refuseLongVariables(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  values: Readonly<Record<string, unknown>>,
): void {
  for (const { variable, type } of definitions) {
    const [named, value] = [schema.getType(nameOf(type)), values[variable.name.value]];
    if (!isInputObjectType(named)) continue;
    if (named.name.endsWith(FILTER_ENDING)) refuse(leftOf(value, MAX_FILTERS) < 0, MAX_FILTERS, 'filters in a filter');
    else if (Array.isArray(value)) refuseManyItems(value);
  }
}

const nameOf = (type: TypeNode): string => (type.kind === Kind.NAMED_TYPE ? type.name.value : nameOf(type.type));

/** Subtracts the number of objects within a value from `number`; negative if there are more. */
function leftOf(value: unknown, number: number): number {
  if (typeof value !== 'object' || value === null) return number;
  let left = Array.isArray(value) ? number : number - 1;
  for (const each of Object.values(value)) {
    if (left < 0) break;
    left = leftOf(each, left);
  }
  return left;
}

function refuse(isTooMuch: boolean, limit: number, what: string): void {
  if (isTooMuch) throw new ApiError('queryTooLarge', { limit, what });
}

/** Sums the cost of fragments; each is computed once. */
class Meter {
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #costs = new Map<string, Cost>();

  constructor({ definitions }: DocumentNode) {
    const fragments = definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
    this.#fragments = new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
  }

  cost({ selections }: SelectionSetNode): Cost {
    const costs = selections.map((selection): Cost => {
      if (selection.kind === Kind.FRAGMENT_SPREAD) return this.#costOf(selection.name.value);
      const below = selection.selectionSet ? this.cost(selection.selectionSet) : NONE;
      if (selection.kind === Kind.INLINE_FRAGMENT) return below;
      const branch = selection.selectionSet ? 1 : 0;
      return { fields: below.fields + 1, branches: below.branches + branch, levels: below.levels + 1, width: 1 };
    });
    return costs.reduce(sum, NONE);
  }

  /** Recursive fragments cost nothing here; validation refuses them later. */
  #costOf(name: string): Cost {
    const counted = this.#costs.get(name);
    const fragment = this.#fragments.get(name);
    if (counted || !fragment) return counted ?? NONE;
    this.#costs.set(name, NONE);
    const cost = this.cost(fragment.selectionSet);
    this.#costs.set(name, cost);
    return cost;
  }
}

function sum(a: Cost, b: Cost): Cost {
  return {
    fields: a.fields + b.fields,
    branches: a.branches + b.branches,
    levels: Math.max(a.levels, b.levels),
    width: a.width + b.width,
  };
}
