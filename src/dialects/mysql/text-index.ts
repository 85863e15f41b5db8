/** No table can have a text index: MariaDB has no n-gram parser, and MySQL's does not find every part of a text. */
export async function textIndexObstacle(): Promise<string> {
  return 'the indexes of MySQL and MariaDB do not find every part of a text: use PostgreSQL or SQLite';
}
