import { sendWithView } from './view.ts';

const DENIED: readonly number[] = [403, 404];
const SIGNED_OUT = 401;

/**
 * Sends requests of a signed-in user of a project. After a session has ended, its cookie is gone, and the server treats
 * the caller as the public and denies what it shows to others. Nothing is missing or forbidden then: the user has to
 * sign in, so the answer becomes 401.
 */
export function sendSignedIn(project: string, send: typeof fetch = sendWithView(project)): typeof fetch {
  return async (input, init) => {
    const answer = await send(input, init);
    if (isPage(answer)) throw new TypeError('no answer');
    return DENIED.includes(answer.status) && (await hasSessionEnded(project, send)) ? signedOut() : answer;
  };
}

/** Whether the session has expired. False if the server does not answer. */
async function hasSessionEnded(project: string, send: typeof fetch): Promise<boolean> {
  const answer = await send(`/${encodeURIComponent(project)}/users/me?fields=id`).catch(() => null);
  return answer?.status === SIGNED_OUT;
}

/** Whether something in between has answered, such as a network that asks to sign in: the server answers with no pages. */
const isPage = ({ ok, headers }: Response): boolean => ok && /html/.test(`${headers.get('Content-Type')}`);

const signedOut = (): Response =>
  Response.json({ error: { code: 3, message: 'Unauthorized request' } }, { status: SIGNED_OUT });
