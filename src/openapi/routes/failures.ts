import { catalogue, type ErrorName } from '../../errors/catalogue.ts';
import { groupBy } from '../../shared/group-by.ts';
import { failureBody } from '../../wire/envelope.ts';
import type { Build } from '../../wire/shape.ts';
import { COMMON_ERRORS, type Wire } from '../../wire/wire.ts';
import { plainSchema } from '../schemas/plain.ts';
import type { JsonSchema } from '../schemas/value.ts';
import type { DescribedRoute } from './described-route.ts';

/** The failures of routes, each stored once, by the names that documents use for references. */
export class Failures {
  readonly #named = new Map<string, JsonSchema>();
  readonly #names = new Map<string, string>();

  /** The failures that documents may refer to. */
  get all(): ReadonlyMap<string, JsonSchema> {
    return this.#named;
  }

  /** The failures of a route by status, as references. */
  of(t: Build, route: DescribedRoute, { errors, failure }: Wire): Readonly<Record<string, JsonSchema>> {
    const names = [...new Set([...errors, ...COMMON_ERRORS, ...refusalsOf(route)])];
    const { type, shape } = failure ?? { type: 'application/json', shape: failureBody };
    const content = { [type]: { schema: plainSchema(shape(t)) } };
    const byStatus = [...groupBy(names, (name) => String(catalogue[name].status))].sort();
    const listed = byStatus.map(([status, of]) => [
      status,
      this.#ref(status, { description: messagesOf(of), content }),
    ]);
    const others = this.#ref('default', { description: 'Any other failure', content });
    return Object.fromEntries([...listed, ['default', others]]);
  }

  #ref(status: string, response: JsonSchema): JsonSchema {
    const key = `${status} ${JSON.stringify(response)}`;
    const count = [...this.#names.keys()].filter((other) => other.startsWith(`${status} `)).length;
    const name = this.#names.get(key) ?? `errors.${status}${count === 0 ? '' : `.${count + 1}`}`;
    this.#names.set(key, name);
    this.#named.set(name, response);
    return { $ref: `#/components/responses/${name}` };
  }
}

/** The errors for callers whom a route does not admit. */
function refusalsOf({ access }: DescribedRoute): ErrorName[] {
  if (access === 'authenticated') return ['notAuthenticated'];
  if (access === 'admin') return ['adminOnly'];
  return access === 'superAdmin' ? ['superAdminOnly'] : [];
}

/** The codes with their messages, as a list. */
function messagesOf(errors: readonly ErrorName[]): string {
  const lines = errors.map((name) => `- ${catalogue[name].code}: ${catalogue[name].message}`);
  return [...new Set(lines)].sort().join('\n');
}
