import { type Caller, keyOf, roleOf } from './caller.ts';
import type { ItemRule } from './item-rule.ts';
import { keyedPolicy } from './keyed-policy.ts';
import type { PermissionRow } from './permission-row.ts';
import { compilePolicy, type Policy } from './policy.ts';

/** The policies of a project's roles, each compiled on first use. */
export class Policies {
  readonly #rows: readonly PermissionRow[];
  /** The item rules of all roles. */
  readonly rules: readonly ItemRule[];
  readonly #compiled = new Map<number, Policy>();

  /** Unchanged parts are reused from the previous policies. */
  constructor(rows: readonly PermissionRow[], rules: readonly ItemRule[], former?: Policies) {
    this.#rows = rows;
    this.rules = rules;
    for (const [role, policy] of former ? former.#compiled : []) this.#compiled.set(role, this.#compile(role, policy));
  }

  /** The policy of a role. */
  of(role: number): Policy {
    const known = this.#compiled.get(role);
    if (known) return known;
    const policy = this.#compile(role);
    this.#compiled.set(role, policy);
    return policy;
  }

  /** The policy of a caller: that of the role, limited by an API key if there is one. */
  for(caller: Caller): Policy {
    const policy = this.of(roleOf(caller));
    const key = keyOf(caller);
    return key ? keyedPolicy(policy, key) : policy;
  }

  #compile(role: number, former?: Policy): Policy {
    return compilePolicy(
      role,
      this.#rows.filter((row) => row.role === role),
      this.rules.filter((rule) => rule.role === role),
      former,
    );
  }
}
