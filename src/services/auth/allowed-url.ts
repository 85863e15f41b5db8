import { corsOf } from '../../config/project-config.ts';
import { brokenRule } from '../../errors/violations.ts';
import type { Context } from '../../persistence/context.ts';
import { httpUrl } from '../../shared/http-url.ts';

/** Browsers and mail programs do not support longer URLs, and unauthenticated callers send these. */
const MAX_LENGTH = 2048;

/**
 * Refuses a URL that a mail or a redirect must not lead to. Allowed are the project's own URLs, its CORS origins, and
 * the origins in its configuration option `auth.allowed_origins`. Error 4. (Contract, A-86.)
 */
export function requireAllowedUrl(context: Context, name: string, text: string): URL {
  const url = text.length <= MAX_LENGTH ? httpUrl(text) : null;
  const isPlain = url !== null && url.username === '' && url.password === '';
  if (!isPlain || !allowedOrigins(context).has(url.origin)) throw brokenRule(name, 'not allowed');
  return url;
}

function allowedOrigins({ store, client: { linkUrl } }: Context): ReadonlySet<string> {
  const { config, catalog } = store;
  const listed = config.auth.allowed_origins;
  const candidates = [
    linkUrl,
    catalog.settings.values.get('project_url'),
    ...corsOf(config).origin,
    ...(Array.isArray(listed) ? listed : []),
  ];
  return new Set(candidates.flatMap((text) => httpUrl(text)?.origin ?? []));
}
