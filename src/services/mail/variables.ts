import { brandOf } from '../../mail/brand.ts';
import type { MailVariables } from '../../mail/templates.ts';
import type { StoreView } from '../../persistence/store.ts';
import { httpUrl } from '../../shared/http-url.ts';

/** Settings that templates use as link targets. */
const ADDRESSES: ReadonlySet<string> = new Set(['project_url', 'app_url']);

/** Returns the variables that every template may use: the project, and all settings with a value. (Contract, M-12.) */
export function mailVariables({ catalog, project }: StoreView, url: string | null): MailVariables {
  const settings = [...catalog.settings.values].filter(
    ([key, value]) => value !== null && value !== '' && (!ADDRESSES.has(key) || httpUrl(value)),
  );
  return {
    settings: { project_url: url, ...Object.fromEntries(settings) },
    api: { project },
    brand: brandOf(catalog.settings.values.get('project_color')),
  };
}

/** Returns the project's display name for mails. */
export function projectName({ catalog, project }: StoreView): string {
  return catalog.settings.values.get('project_name') || project;
}
