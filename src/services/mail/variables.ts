import type { MailVariables } from '../../mail/templates.ts';
import type { StoreView } from '../../persistence/store.ts';
import { httpUrl } from '../../shared/http-url.ts';

/** Settings that templates make links of. */
const ADDRESSES: ReadonlySet<string> = new Set(['project_url', 'app_url']);

/** What every template may show: the settings that have a value, and the project. (Contract, M-12.) */
export function mailVariables({ catalog, project }: StoreView, url: string | null): MailVariables {
  const settings = [...catalog.settings.values].filter(
    ([key, value]) => value !== null && value !== '' && (!ADDRESSES.has(key) || httpUrl(value)),
  );
  return { settings: { project_url: url, ...Object.fromEntries(settings) }, api: { project } };
}

/** The name by which a project calls itself in its mails. */
export function projectName({ catalog, project }: StoreView): string {
  return catalog.settings.values.get('project_name') || project;
}
