import { type Octavo, OctavoError, type Untyped } from '@octavo/client';

const NOBODY = 401;

/** Changes the caller's user. If nobody is signed in any more, it fails with status 401. */
export async function changeMe(client: Octavo<Untyped>, change: Readonly<Record<string, unknown>>): Promise<void> {
  try {
    await client.request('PATCH', '/users/me', {}, change);
  } catch (error) {
    const isNobody = error instanceof OctavoError && error.status === 404;
    throw isNobody ? new OctavoError(NOBODY, error.errors, error) : error;
  }
}
