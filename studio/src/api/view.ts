import type { Octavo, Untyped } from '@octavo/client';
import { OctavoError } from '@octavo/client';
import { shallowRef } from 'vue';

/** A view of a project as somebody else: the token of its requests, the viewed person, and where it began. */
export interface View {
  readonly project: string;
  readonly view: string;
  /** Whose rights apply, by name. */
  readonly name: string;
  readonly role: number;
  /** Milliseconds since 1970. */
  readonly ends: number;
  /** The address to go back to. */
  readonly back: string;
}

/** Belongs to this tab alone. The stored text grants nothing without the session's cookie. */
const KEPT = 'octavo.view';
/** The code for a view that is no longer valid. */
const ENDED = 116;
/** The refusal that the server would answer, so that nothing is sent. */
const REFUSAL = { error: { code: 10, message: 'Nothing is changed while the project is seen as somebody else' } };

/** The view in which this tab shows a project; null in the ordinary case. */
export const currentView = shallowRef<View | null>(null);
/** Whether the view has ended while the app was open. */
export const viewEnded = shallowRef(false);

/** Continues the view that this tab had before it was reloaded. Must be called before the app opens a project. */
export function resumeView(): void {
  const text = sessionStorage.getItem(KEPT);
  currentView.value = text === null ? null : (JSON.parse(text) as View);
}

/** Whether a failure means that the view is no longer valid. */
export const isViewEnded = (error: unknown): boolean =>
  error instanceof OctavoError && error.errors.some(({ code }) => code === ENDED);

/** Opens the project again as a user, or with a role. The caller is an administrator. */
export async function viewAs(
  { key, client }: { readonly key: string; readonly client: Octavo<Untyped> },
  asked: { readonly user: number } | { readonly role: number },
  name: string,
): Promise<void> {
  type Begun = { view: string; role: number; expires_on: string };
  const { view, role, expires_on } = await client.request<Begun>('POST', '/auth/view-as', {}, asked);
  const ends = Date.parse(`${expires_on.replace(' ', 'T')}Z`);
  const back = location.pathname + location.search + location.hash;
  const begun: View = { project: key, view, name, role, ends, back };
  sessionStorage.setItem(KEPT, JSON.stringify(begun));
  location.assign(`/studio/${encodeURIComponent(key)}`);
}

/** Opens the place where the view began, as the administrator. */
export function stopViewing(): void {
  const back = currentView.value?.back ?? '/studio/';
  sessionStorage.removeItem(KEPT);
  location.assign(back);
}

/** The view of a project in this tab. */
export const viewOf = (project: string): View | null =>
  currentView.value?.project === project ? currentView.value : null;

/** Sends requests of a project. In a view they are sent as somebody else, and changes are not sent at all. */
export const sendWithView =
  (project: string): typeof fetch =>
  async (input, init = {}) => {
    const view = viewOf(project);
    if (!view) return fetch(input, init);
    if (!isQuestion(String(input), init.method)) return Response.json(REFUSAL, { status: 403 });
    const headers = new Headers(init.headers);
    headers.set('Octavo-View-As', view.view);
    return fetch(input, { ...init, headers });
  };

const isQuestion = (url: string, method = 'GET'): boolean =>
  method === 'GET' || (method === 'POST' && url.endsWith('/gql'));
