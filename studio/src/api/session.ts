import { OctavoError } from '@octavo/client';
import type { Project } from './project.ts';

/**
 * The real reason for a refusal. After a session has ended, its cookie is gone, and the server treats the caller as the
 * public and denies what it shows to others. Then nothing is missing or forbidden: the user has to sign in.
 */
export async function realReason({ client }: Pick<Project, 'client'>, error: unknown): Promise<unknown> {
  const isDoubtful = error instanceof OctavoError && (error.status === 403 || error.status === 404);
  if (!isDoubtful) return error;
  return client.request('GET', '/users/me', { fields: 'id' }).then(
    () => error,
    (reason: unknown) => (reason instanceof OctavoError && reason.status === 401 ? reason : error),
  );
}
