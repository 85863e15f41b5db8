import type { TestProject } from './project.ts';

/** Whether the server of a project's database, which is of this protocol, is MySQL itself and not MariaDB. */
export async function isOnMysql(project: TestProject): Promise<boolean> {
  const { database } = await project.opened();
  const [row] = (await database.all({ text: 'SELECT VERSION()', parameters: [] })) ?? [];
  return !/mariadb/i.test(String(row?.[0]));
}
