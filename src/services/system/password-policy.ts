import { matchesInBounds } from '../../patterns/pattern.ts';
import type { StoreView } from '../../persistence/store.ts';

/** Whether a password violates the project's setting `password_policy`, a regular expression. */
export async function brokenPolicy({ project, catalog }: StoreView, password: string): Promise<boolean> {
  const policy = catalog.settings.values.get('password_policy');
  return (
    Boolean(policy) &&
    password !== '' &&
    !(await matchesInBounds(project, { field: 'password', pattern: String(policy), text: password }))
  );
}
