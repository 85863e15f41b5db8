import type { TestProject } from '../project.ts';
import type { Running } from '../running.ts';
import type { Browser, Page } from './browser.ts';

/** Opens a provider in a browser and stops before loading the target `/after`. */
export function signOn(
  browser: Browser,
  server: Running,
  project: TestProject,
  provider: string,
  mode: 'jwt' | 'cookie',
  challenge?: string,
): Promise<Page> {
  const target = encodeURIComponent(`${server.base}/after?kept=1`);
  const address = `${server.base}/${project.key}/auth/sso/${provider}?mode=${mode}&redirect_url=${target}${challenge === undefined ? '' : `&code_challenge=${challenge}`}`;
  return browser.open(address, ({ pathname }) => pathname === '/after');
}

/** The parameters added to the target. */
export function outcome({ url }: Page): Record<string, string> {
  const { kept, ...parameters } = Object.fromEntries(url.searchParams);
  if (kept !== '1') throw new Error(`the target was not reached: ${url.href}`);
  return parameters;
}

/** Number of links between users and providers. */
export async function linksOf(server: Running, { key }: TestProject): Promise<number> {
  const project = await server.app.registry.find(key);
  if (!project) throw new Error(`there is no project ${key}`);
  const { dialect, database } = project;
  if (!(await dialect.internalTables(database)).includes('octavo_identities')) return 0;
  return (await database.all({ text: 'SELECT 1 FROM octavo_identities', parameters: [] })).length;
}
