import { groupBy } from '../shared/group-by.ts';
import { type Caller, keyOf, roleOf } from './caller.ts';
import type { ItemRule } from './item-rule.ts';
import { keyedPolicy } from './keyed-policy.ts';
import type { PermissionRow } from './permission-row.ts';
import { compilePolicy, type Policy } from './policy.ts';

/** The policies of a project's roles, each compiled on first use. */
export class Policies {
  /** The item rules of all roles. */
  readonly rules: readonly ItemRule[];
  readonly #rowsOf: ReadonlyMap<number, readonly PermissionRow[]>;
  readonly #rulesOf: ReadonlyMap<number, readonly ItemRule[]>;
  readonly #former: ReadonlyMap<number, Policy>;
  readonly #compiled = new Map<number, Policy>();

  /**
   * Reuses unchanged parts of the previous policies. Each policy is compiled when its role is needed again, because
   * thousands of roles may be in use.
   */
  constructor(rows: readonly PermissionRow[], rules: readonly ItemRule[], former?: Policies) {
    this.rules = rules;
    this.#rowsOf = groupBy(rows, ({ role }) => role);
    this.#rulesOf = groupBy(rules, ({ role }) => role);
    this.#former = new Map(former ? [...former.#former, ...former.#compiled] : []);
  }

  /** The policy of a role. */
  of(role: number): Policy {
    const known = this.#compiled.get(role);
    if (known) return known;
    const policy = compilePolicy(
      role,
      this.#rowsOf.get(role) ?? [],
      this.#rulesOf.get(role) ?? [],
      this.#former.get(role),
    );
    this.#compiled.set(role, policy);
    return policy;
  }

  /** The policy of a caller: that of the role, limited by an API key if there is one. */
  for(caller: Caller): Policy {
    const policy = this.of(roleOf(caller));
    const key = keyOf(caller);
    return key ? keyedPolicy(policy, key) : policy;
  }
}
