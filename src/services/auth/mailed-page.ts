import type { Context } from '../../persistence/context.ts';
import { httpUrl } from '../../shared/http-url.ts';
import { isLoopbackHost } from '../../shared/loopback.ts';
import { withoutEnding } from '../../shared/without-ending.ts';
import { ownUrl } from './own-url.ts';

/**
 * Returns the page that a link in a mail leads to: Studio's, or the admin app's if Studio is not served. Error 12.
 * (Contract, A-82 and U-65.)
 */
export function mailedPage(context: Context, page: 'accept-invite' | 'reset-password'): string {
  const { project, surroundings } = context.store;
  return surroundings.studio ? `${studioUrl(context)}/studio/${project}/${page}` : `${ownUrl(context)}/admin/#/${page}`;
}

/**
 * This server's address, because it serves Studio. `project_url` may be a website, and is used only if the address is
 * unknown.
 */
function studioUrl(context: Context): string {
  const url = httpUrl(context.client.linkUrl);
  return url && !isLoopbackHost(url.hostname) ? withoutEnding(context.client.linkUrl ?? '', '/') : ownUrl(context);
}
