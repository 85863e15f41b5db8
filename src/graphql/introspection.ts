import {
  __Directive,
  __Field,
  __InputValue,
  __Schema,
  __Type,
  type FieldNode,
  type GraphQLField,
  type GraphQLFieldResolver,
  getNamedType,
  isCompositeType,
} from 'graphql';
import { ApiError } from '../errors/api-error.ts';
import { yieldToEventLoop } from '../shared/yield-to-event-loop.ts';
import { shownBelow } from './selection.ts';

/** Values about the schema in one answer: some four times what tools ask for in a project of 500 collections. */
const MAX_VALUES = 4_000_000;
/** The values after which others have their turn: about 5 ms. */
const TURN_VALUES = 2_000;
/** Items of a list that wait for a turn together. */
const ITEMS_AT_ONCE = 20;

/**
 * Counts what introspection shows, and leaves the event loop to others in between: a short query may ask for all fields
 * of all types many times. The types of introspection are the library's own, so this is for all schemas.
 */
export function paceIntrospection(): void {
  for (const type of [__Schema, __Type, __Field, __InputValue, __Directive])
    for (const field of Object.values(type.getFields())) if (isCompositeType(getNamedType(field.type))) pace(field);
}

/** The result of a request, unless that shows too much of the schema. Error 12. */
export function unlessTooLarge<T>(context: object, result: T | Promise<T>): Promise<T> {
  return Promise.race([result, turnsOf(context).refused]);
}

function pace(field: GraphQLField<unknown, object>): void {
  const { resolve } = field;
  if (resolve) field.resolve = paced(resolve);
}

function paced(resolve: GraphQLFieldResolver<unknown, object>): GraphQLFieldResolver<unknown, object> {
  return (source, args, context, info) => {
    const found: unknown = resolve(source, args, context, info);
    if (found === null || found === undefined) return found;
    const turns = turnsOf(context);
    const each = turns.valuesBelow(info.fieldNodes, () => 1 + shownBelow(info, info.fieldNodes).size);
    if (!Array.isArray(found)) return turns.take(each, found);
    if (found.length <= ITEMS_AT_ONCE) return turns.take(found.length * each, found);
    return inParts(turns, found, each);
  };
}

/** A long list waits for a turn as a whole first: there may be many, and each item takes some time to wait. */
async function inParts(turns: Turns, items: readonly unknown[], each: number): Promise<unknown[]> {
  const list = await turns.take(items.length, items);
  return list.map((item) => turns.take(each, item));
}

const turns = new WeakMap<object, Turns>();

/** Those of a request. */
function turnsOf(context: object): Turns {
  const known = turns.get(context) ?? new Turns();
  turns.set(context, known);
  return known;
}

/** The turns of the event loop in which the parts of one answer are made. */
class Turns {
  readonly #below = new WeakMap<readonly FieldNode[], number>();
  #values = 0;
  #ofTurn = 0;
  #last: Promise<void> | null = null;
  #fail: (refusal: ApiError) => void = () => undefined;
  /** Fails once too much is asked for. */
  readonly refused = new Promise<never>((_, fail) => {
    this.#fail = fail;
  });

  /** What one item shows; the same selections are asked about for each item. */
  valuesBelow(nodes: readonly FieldNode[], count: () => number): number {
    const known = this.#below.get(nodes) ?? count();
    this.#below.set(nodes, known);
    return known;
  }

  /** Returns what shows so many values, once it may be shown; never after a refusal, so that the work ends there. */
  take<T>(values: number, shown: T): T | Promise<T> {
    this.#values += values;
    if (this.#values > MAX_VALUES) return this.#refuse();
    this.#ofTurn += values;
    if (this.#ofTurn > TURN_VALUES) this.#next(values);
    return this.#last ? this.#last.then(() => shown) : shown;
  }

  #refuse(): Promise<never> {
    this.#fail(new ApiError('queryTooLarge', { limit: MAX_VALUES, what: 'values about the schema' }));
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
