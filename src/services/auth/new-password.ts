import { isTooLong, MAX_PASSWORD_BYTES } from '../../auth/passwords.ts';
import { Violations, violation } from '../../errors/violations.ts';
import type { StoreView } from '../../persistence/store.ts';
import { isStorable } from '../../schema/kinds.ts';
import { isGiven } from '../../shared/is-given.ts';
import { asText } from '../../shared/text.ts';
import { brokenPolicy } from '../system/password-policy.ts';

/** Returns a chosen password if it satisfies the project's policy. Error 4. */
export async function newPassword(store: StoreView, password: unknown): Promise<string> {
  const violations = new Violations();
  if (!isGiven(password)) violations.add('password', violation.blank);
  else if (typeof password !== 'string') violations.add('password', violation.type('string'));
  else if (isTooLong(password)) violations.add('password', violation.bytes(MAX_PASSWORD_BYTES));
  else if (!isStorable(password) || (await brokenPolicy(store, password)))
    violations.add('password', violation.invalid);
  violations.throwIfAny();
  return asText(password);
}
