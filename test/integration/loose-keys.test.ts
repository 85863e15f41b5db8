import { beforeAll, expect, it } from 'vitest';
import { id } from '../support/fields.ts';
import { type EngineName, onEveryEngine } from '../support/on-every-engine.ts';

const KEY: Readonly<Record<EngineName, string>> = {
  sqlite: 'VARCHAR(20) COLLATE NOCASE',
  mysql: 'VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci',
  postgres: 'citext',
};
/** The keys of songs, and of the artists to whom they refer. */
const PAIRS: Readonly<Record<EngineName, readonly (readonly [written: string, key: string])[]>> = {
  sqlite: [
    ['ABBA', 'Abba'],
    ['abba', 'Abba'],
    ['Abba', 'Abba'],
    ['CHER', 'cher'],
  ],
  mysql: [
    ['ABBA', 'Abba'],
    ['abba', 'Abba'],
    ['Abba', 'Abba'],
    ['BJORK', 'Björk'],
    ['Cher ', 'cher'],
  ],
  postgres: [
    ['ABBA', 'Abba'],
    ['abba', 'Abba'],
    ['Abba', 'Abba'],
    ['CHER', 'cher'],
  ],
};

onEveryEngine('a relation by keys that ignore case', ({ project, engine }) => {
  const pairs = PAIRS[engine];
  const keys = [...new Set(pairs.map(([, key]) => key))];

  beforeAll(async () => {
    const { database } = await project.opened();
    const run = (text: string) => database.run({ text, parameters: [] });
    if (engine === 'postgres') await run('CREATE EXTENSION citext');
    await run(`CREATE TABLE artists (id ${KEY[engine]} PRIMARY KEY, name VARCHAR(20))`);
    await run(
      `CREATE TABLE songs (id INTEGER PRIMARY KEY, artist ${KEY[engine]}, FOREIGN KEY (artist) REFERENCES artists (id))`,
    );
    for (const key of keys) await run(`INSERT INTO artists VALUES ('${key}', '${key}')`);
    for (const [index, [written]] of pairs.entries()) await run(`INSERT INTO songs VALUES (${index}, '${written}')`);
    await project.write('POST', '/collections', { collection: 'other', fields: [id] });
    const list = { field: 'songs', type: 'o2m' };
    await project.write('POST', '/fields/artists', list);
    const related = { collection_many: 'songs', field_many: 'artist', collection_one: 'artists', field_one: 'songs' };
    await project.write('POST', '/relations', related);
  });

  it('shows the item to which a key refers', async () => {
    const songs = await project.read<{ artist: { id: string } | null }[]>('/items/songs?fields=id,artist.id&sort=id');
    expect(songs.map(({ artist }) => artist?.id)).toEqual(pairs.map(([, key]) => key));
  });

  it('shows the items that refer to a key', async () => {
    const artists = await project.read<{ id: string; songs: { id: number }[] }[]>('/items/artists?fields=id,songs.id');
    for (const { id: key, songs } of artists)
      expect(songs.map((song) => song.id).sort()).toEqual(
        pairs.flatMap(([, of], index) => (of === key ? [index] : [])),
      );
  });
});
