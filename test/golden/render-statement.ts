import type { Printed } from '../../src/dialects/dialect.ts';
import { ApiError } from '../../src/errors/api-error.ts';
import type { Binding, Source } from '../../src/query/sql/nodes.ts';

/** A binding that reports which of its parts a parameter comes from. */
function watched(binding: Binding, seen: (part: string) => void): Binding {
  const listed = <T>(name: string, list: readonly T[]): readonly T[] =>
    new Proxy(list, {
      get(target, place) {
        if (typeof place === 'string' && /^\d+$/.test(place)) seen(`${name}#${place}`);
        return Reflect.get(target, place);
      },
    });
  const { values, position = [], ...others } = binding;
  const lists: Record<string, unknown> = { values: listed('', values), position: listed('place', position) };
  return new Proxy(others as Binding, {
    get(target, name) {
      const list = lists[String(name)];
      if (list) return list;
      const part = Reflect.get(target, name);
      if (part instanceof Date || name === 'timeZone') seen('now');
      else if (name !== 'keys') seen(String(name));
      else seen('keys');
      return part;
    },
  });
}

const EXACT = (_name: string, value: unknown): unknown => (typeof value === 'bigint' ? `${value}n` : value);

/** A parameter with its origin; without one if it is part of the plan. */
function parameterOf(source: Source, binding: Binding): string {
  const parts = new Set<string>();
  const value = (): string => {
    try {
      const bound = source(watched(binding, (part) => parts.add(part)));
      return JSON.stringify(bound, EXACT).replace(/^"(-?\d+n)"$/, '$1');
    } catch (error) {
      if (error instanceof ApiError) return `refused ${error.code}: ${error.message}`;
      throw error;
    }
  };
  const text = value();
  return parts.size > 0 ? `${[...parts].join('+')} ${text}` : text;
}

const LITERAL = /'[^']*'/g;
const MARK = /\?|\$\d+/g;

/**
 * The parameters of a statement in one line; empty if there are none. Throws unless there is one for each placeholder.
 */
export function parametersOf({ text, sources }: Printed, binding: Binding): string {
  const marks = text.replace(LITERAL, '').match(MARK)?.length ?? 0;
  if (marks !== sources.length) throw new Error(`${sources.length} parameters for ${marks} marks: ${text}`);
  return sources.map((source) => parameterOf(source, binding)).join(' · ');
}
