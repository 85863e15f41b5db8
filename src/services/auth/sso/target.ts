import { ApiError } from '../../../errors/api-error.ts';
import type { Context } from '../../../persistence/context.ts';
import { requireAllowedUrl } from '../allowed-url.ts';

/** What a browser keeps of an attempt must fit into a cookie. */
const LONGEST = 2000;

/**
 * Where a browser goes when the provider has sent it back: an allowed address, or a path of this server. Error 4.
 * (Contract, A-86 and A-122.)
 */
export function requireTarget(context: Context, text: string): URL {
  if (text.length > LONGEST) throw notAllowed();
  return text.startsWith('/') ? ownPage(context, text) : requireAllowedUrl(context, 'redirect_url', text);
}

function ownPage({ client: { baseUrl } }: Context, path: string): URL {
  const base = new URL(baseUrl);
  const url = URL.canParse(path, base.href) ? new URL(path, base.href) : null;
  if (!url || url.origin !== base.origin || url.username !== '' || url.password !== '') throw notAllowed();
  return url;
}

const notAllowed = (): ApiError => new ApiError('validation', { violations: 'redirect_url: not allowed' });

/** A target with parameters; its own stay. */
export function withParameters(target: URL, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(target);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/**
 * A target that is told of a failure. The admin app of Directus 8 finds it behind the `#` of its sign-in page.
 * (Contract, A-123.)
 */
export function withFailure(target: URL, { code }: ApiError, email: string | null): string {
  const parameters = {
    code: String(code ?? -1),
    error: '1',
    ...(email !== null && { 'attributes[email]': email }),
  };
  const url = new URL(withParameters(target, parameters));
  if (url.pathname.endsWith('/admin/') && url.hash.startsWith('#/'))
    url.hash = `#/login?${new URLSearchParams(parameters)}`;
  return url.href;
}
