import { OctavoError } from '@octavo/client';
import type { Project } from './project.ts';

/**
 * Why a request was refused in truth. Once a session is over, its cookie is gone and the server takes the caller for the
 * public, to whom it denies what it shows to others: then nothing is missing and nothing is forbidden, somebody has to
 * sign in.
 */
export async function trueReason({ client }: Pick<Project, 'client'>, error: unknown): Promise<unknown> {
  const isDoubtful = error instanceof OctavoError && (error.status === 403 || error.status === 404);
  if (!isDoubtful) return error;
  return client.request('GET', '/users/me', { fields: 'id' }).then(
    () => error,
    (reason: unknown) => (reason instanceof OctavoError && reason.status === 401 ? reason : error),
  );
}
