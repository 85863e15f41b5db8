import { unprocessable } from '../../errors/unprocessable.ts';
import type { Context } from '../../persistence/context.ts';
import { httpUrl } from '../../shared/http-url.ts';
import { withoutEnding } from '../../shared/without-ending.ts';

/**
 * Returns the project's public URL without a trailing slash: the setting `project_url`, or the server's URL. Never uses
 * a URL from the request, because links that contain secrets point there. Error 12.
 */
export function ownUrl({ store, client: { linkUrl } }: Context): string {
  const setting = store.catalog.settings.values.get('project_url');
  const url = httpUrl(setting) ? setting : linkUrl;
  if (url) return withoutEnding(url, '/');
  throw unprocessable(
    'The server does not know its own address: set the setting project_url, or start it with --public-url',
  );
}
