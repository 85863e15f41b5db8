import type { MailVariables } from '../../mail/templates.ts';
import type { Store } from '../store.ts';

/** What every template may show: the settings that have a value, and the project. (Facts of auth and users, 7.3.) */
export function mailVariables({ catalog, project }: Store, url: string | null): MailVariables {
  const settings = [...catalog.settings.values].filter(([, value]) => value !== null && value !== '');
  return { settings: { project_url: url, ...Object.fromEntries(settings) }, api: { project } };
}

/** The name by which a project calls itself in its mails. */
export function projectName({ catalog, project }: Store): string {
  return catalog.settings.values.get('project_name') || project;
}
