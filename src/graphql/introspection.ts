import {
  __Directive,
  __Field,
  __InputValue,
  __Schema,
  __Type,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  type FieldNode,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
} from 'graphql';
import { ApiError } from '../errors/api-error.ts';
import { yieldToEventLoop } from '../shared/yield-to-event-loop.ts';
import { shownBelow } from './selection.ts';

/**
 * The maximum number of values about the schema in one answer, per type and field that the schema has: twice what tools
 * request, which describe everything once. Aliases could repeat that many times.
 */
const MAX_VALUES_EACH = 25;
/** What may be requested of any schema, however small. */
const MIN_LIMIT = 50_000;
/** The number of values after which the event loop is yielded to: about 5 ms. */
const TURN_VALUES = 2_000;
/** Items of a list that wait together. */
const ITEMS_AT_ONCE = 20;

/**
 * Counts the values that introspection returns, and yields to the event loop in between, since a short query may
 * request all fields of all types many times. The introspection types belong to the library, so this affects all
 * schemas.
 */
export function paceIntrospection(): void {
  for (const type of [__Schema, __Type, __Field, __InputValue, __Directive])
    for (const field of Object.values(type.getFields())) if (isCompositeType(getNamedType(field.type))) pace(field);
}

/** Executes a request, unless its answer contains too much of the schema. Error 12. */
export function executeUnlessTooLarge(
  args: ExecutionArgs & { readonly contextValue: object },
): Promise<ExecutionResult> {
  const pacer = new Pacer(limitFor(args.schema));
  pacers.set(args.contextValue, pacer);
  return Promise.race([execute(args), pacer.refused]);
}

const limits = new WeakMap<GraphQLSchema, number>();

function limitFor(schema: GraphQLSchema): number {
  const known = limits.get(schema) ?? Math.max(MIN_LIMIT, MAX_VALUES_EACH * sizeOf(schema));
  limits.set(schema, known);
  return known;
}

/** The number of types and fields. */
function sizeOf(schema: GraphQLSchema): number {
  const sizes = Object.values(schema.getTypeMap()).map((type) =>
    'getFields' in type ? 1 + Object.keys(type.getFields()).length : 1,
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

function pace(field: GraphQLField<unknown, object>): void {
  const { resolve } = field;
  if (resolve) field.resolve = paced(resolve);
}

function paced(resolve: GraphQLFieldResolver<unknown, object>): GraphQLFieldResolver<unknown, object> {
  return (source, args, context, info) => {
    const found: unknown = resolve(source, args, context, info);
    if (found === null || found === undefined) return found;
    const pacer = pacerOf(context);
    const each = pacer.valuesBelow(info.fieldNodes, () => 1 + shownBelow(info, info.fieldNodes).size);
    if (!Array.isArray(found)) return pacer.take(each, found);
    if (found.length <= ITEMS_AT_ONCE) return pacer.take(found.length * each, found);
    return inParts(pacer, found, each);
  };
}

/**
 * Resolves a list in parts. A long list first waits as a whole, because there may be many lists, and making each item
 * wait takes time, too.
 */
async function inParts(pacer: Pacer, items: readonly unknown[], each: number): Promise<unknown[]> {
  const list = await pacer.take(items.length, items);
  return list.map((item) => pacer.take(each, item));
}

const pacers = new WeakMap<object, Pacer>();

/** The state of a request. */
function pacerOf(context: object): Pacer {
  const pacer = pacers.get(context);
  if (!pacer) throw new Error('introspection runs outside a paced execution');
  return pacer;
}

/** Distributes the parts of one answer over turns of the event loop. */
class Pacer {
  readonly #limit: number;
  readonly #below = new WeakMap<readonly FieldNode[], number>();
  #values = 0;
  #ofTurn = 0;
  #last: Promise<void> | null = null;
  #fail: (refusal: ApiError) => void = () => undefined;
  /** Rejects once too much is requested. */
  readonly refused = new Promise<never>((_, fail) => {
    this.#fail = fail;
  });

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The number of values in one item, cached because the same selections apply to each item. */
  valuesBelow(nodes: readonly FieldNode[], count: () => number): number {
    const known = this.#below.get(nodes) ?? count();
    this.#below.set(nodes, known);
    return known;
  }

  /**
   * Returns `shown`, which contains this many values, as soon as it may be processed; never after a refusal, so that
   * the work ends there.
   */
  take<T>(values: number, shown: T): T | Promise<T> {
    this.#values += values;
    if (this.#values > this.#limit) return this.#refuse();
    this.#ofTurn += values;
    if (this.#ofTurn > TURN_VALUES) this.#next(values);
    return this.#last ? this.#last.then(() => shown) : shown;
  }

  #refuse(): Promise<never> {
    this.#fail(new ApiError('queryTooLarge', { limit: this.#limit, what: 'values about the schema' }));
    return new Promise(() => undefined);
  }

  #next(values: number): void {
    this.#ofTurn = values;
    const turn = (this.#last ?? Promise.resolve()).then(yieldToEventLoop).then(() => {
      if (this.#last === turn) this.#last = null;
    });
    this.#last = turn;
  }
}
