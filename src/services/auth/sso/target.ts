import type { ApiError } from '../../../errors/api-error.ts';
import { brokenRule } from '../../../errors/violations.ts';
import type { Context } from '../../../persistence/context.ts';
import { requireAllowedUrl } from '../allowed-url.ts';

/** The attempt must fit into a cookie. */
const MAX_LENGTH = 2000;

/**
 * Returns where the browser goes after the provider: an allowed URL, or a path on this server. Error 4. (Contract, A-86
 * and A-122.)
 */
export function requireTarget(context: Context, text: string): URL {
  if (text.length > MAX_LENGTH) throw notAllowed();
  return text.startsWith('/') ? ownPage(context, text) : requireAllowedUrl(context, 'redirect_url', text);
}

function ownPage({ client: { baseUrl } }: Context, path: string): URL {
  const base = new URL(baseUrl);
  const url = URL.canParse(path, base.href) ? new URL(path, base.href) : null;
  if (!url || url.origin !== base.origin || url.username !== '' || url.password !== '') throw notAllowed();
  return url;
}

const notAllowed = (): ApiError => brokenRule('redirect_url', 'not allowed');

/** Adds parameters to a target URL and keeps its existing ones. */
export function withParameters(target: URL, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(target);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/**
 * Adds an error to a target. The admin app of Directus 8 expects it behind the `#` of its sign-in page. (Contract,
 * A-123.)
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
