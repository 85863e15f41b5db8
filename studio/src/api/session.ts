import { sendWithView } from './view.ts';

const DENIED: readonly number[] = [403, 404];
const SIGNED_OUT = 401;

/**
 * Sends requests of somebody who is signed in to a project. Once the session is over, its cookie is gone and the server takes the
 * caller for the public, to whom it denies what it shows to others: then nothing is missing and nothing is forbidden, somebody
 * has to sign in, and the answer is 401.
 */
export function sendSignedIn(project: string, send: typeof fetch = sendWithView(project)): typeof fetch {
  return async (input, init) => {
    const answer = await send(input, init);
    return DENIED.includes(answer.status) && (await isOver(project, send)) ? signedOut() : answer;
  };
}

/** Whether a session is over. Where that is not known, it is not. */
async function isOver(project: string, send: typeof fetch): Promise<boolean> {
  const asked = await send(`/${encodeURIComponent(project)}/users/me?fields=id`).catch(() => null);
  return asked?.status === SIGNED_OUT;
}

const signedOut = (): Response =>
  Response.json({ error: { code: 3, message: 'Unauthorized request' } }, { status: SIGNED_OUT });
