/** No table can have a text index: MariaDB has no n-grams, and those of MySQL do not find every part of a text. */
export async function textIndexObstacle(): Promise<string> {
  return 'the indexes of MySQL and MariaDB do not find every part of a text: use PostgreSQL or SQLite';
}
