import { random, SIZES } from './data.mjs';

const ITEMS = '/bench/items/articles';
const DEEP = 90_000;
const WORDS = ['lantern meadow', 'orchard paper', 'valley willow', 'ember field garden', 'zephyr zephyr'];

/**
 * The measured cases: paths of the server and of its floor. `after` is the cursor of the article `DEEP`; `target` is
 * the ratio to keep. Cases with `check` may name articles that are hidden, which are left out. If the database `walks`
 * over many rows, which takes most of the time, the CPU time of the database server counts as well, on both sides.
 */
export function cases(after) {
  const next = random(7);
  const ids = Array.from({ length: 500 }, () => 1 + Math.floor(next() * SIZES.articles));
  const authors = Array.from({ length: 100 }, () => 1 + Math.floor(next() * SIZES.authors));
  const one = (name, target, server, floor) => ({ name, target, server: [server], floor: [floor] });
  const walk = (...given) => ({ ...one(...given), walks: true });
  const several = (name, target, values, server, floor) => ({
    name,
    target,
    server: values.map(server),
    floor: values.map(floor),
  });
  return [
    {
      ...several(
        'one item by id',
        1.6,
        ids,
        (id) => `${ITEMS}/${id}`,
        (id) => `/one/${id}`,
      ),
      check: true,
    },
    one('list of 25', 1.2, `${ITEMS}?limit=25`, '/list'),
    several(
      '25 of 400 filtered by key, sorted, 3 fields',
      1.4,
      ids,
      (id) => `${ITEMS}?limit=25&fields=id,title,views&filter[id][between]=${id},${id + 400}&sort=-views`,
      (id) => `/among/${id}`,
    ),
    several(
      '25 of an author, sorted, 3 fields',
      1.4,
      authors,
      (id) => `${ITEMS}?limit=25&fields=id,title,views&filter[author][eq]=${id}&sort=-views`,
      (id) => `/filtered/${id}`,
    ),
    one(
      '25 published, newest first, 3 fields',
      1.4,
      `${ITEMS}?limit=25&fields=id,title,published_on&filter[status][eq]=published&sort=-published_on`,
      '/newest',
    ),
    one('list of 200', 1.1, `${ITEMS}?limit=200`, '/long'),
    one('25 with author and tags', 1.2, `${ITEMS}?limit=25&fields=*,author.*,tags.tag.*`, '/nested'),
    walk('25 and the total count', 1.1, `${ITEMS}?limit=25&meta=total_count`, '/total'),
    walk('25 and a filtered count', 1.1, `${ITEMS}?limit=25&meta=filter_count&filter[views][lt]=500`, '/few/500'),
    walk(`25 from ${DEEP} on, by offset`, 1.1, `${ITEMS}?limit=25&offset=${DEEP}`, `/offset/${DEEP}`),
    one(`25 from ${DEEP} on, by cursor`, 1.4, `${ITEMS}?limit=25&after=${after}`, `/after/${DEEP}`),
    {
      ...several(
        '25 found by text',
        1.1,
        WORDS,
        (text) => `${ITEMS}?limit=25&fields=id,title&q=${encodeURIComponent(text)}`,
        (text) => `/search/${encodeURIComponent(text)}`,
      ),
      walks: true,
    },
  ];
}

/** A cursor of the article `DEEP`, whether it is visible or not. */
export async function deepCursor(ask) {
  const { meta } = await ask(`${ITEMS}?fields=id&limit=1&meta=cursor`);
  const [signature] = JSON.parse(Buffer.from(meta.cursor.after, 'base64url'));
  return Buffer.from(JSON.stringify([signature, DEEP])).toString('base64url');
}
