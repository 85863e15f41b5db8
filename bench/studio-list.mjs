// Measures how long it takes until the first page of a list of many items is visible in Studio, and whether it waits
// for the count.
// Usage: node scripts/build.mjs && node scripts/build-studio.mjs && node bench/studio-list.mjs [--items 1000000]
// [--rounds 10]
import { inStudio } from './studio-session.mjs';

const LOT = 10_000;
const LONGEST_MS = 60_000;
const option = (name, usual) => Number(process.argv[process.argv.indexOf(`--${name}`) + 1]) || usual;
const total = option('items', 1_000_000);
const rounds = option('rounds', 10);

const text = (field) => ({ field, type: 'string', datatype: 'VARCHAR', length: 100, interface: 'text-input' });
const id = { field: 'id', type: 'integer', datatype: 'INT', length: 10, primary_key: true, auto_increment: true };
const size = { field: 'size', type: 'integer', datatype: 'INT', length: 10, interface: 'numeric' };

async function fill(ask) {
  await ask('POST', '/collections', { collection: 'parcels', fields: [id, text('title'), text('place'), size] });
  for (let from = 0; from < total; from += LOT) {
    const count = Math.min(LOT, total - from);
    const rows = Array.from({ length: count }, (_, at) => ({
      title: `Parcel ${from + at + 1}`,
      place: `Shelf ${(from + at) % 977}`,
      size: (from + at) % 100,
    }));
    await ask('POST', '/items/parcels?activity_skip=1&fields=id', rows);
  }
}

/** Opens an address within Studio; returns the milliseconds until a row was painted. */
const opened = (page, address, row) =>
  page.evaluate(
    ([path, wanted]) =>
      new Promise((resolve) => {
        const begun = performance.now();
        history.pushState({}, '', path);
        dispatchEvent(new PopStateEvent('popstate', { state: {} }));
        const isThere = () =>
          [...document.querySelectorAll('[role=gridcell] a')].some((link) => link.textContent.trim() === wanted);
        const look = () => {
          if (!isThere()) return requestAnimationFrame(look);
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now() - begun);
          port2.postMessage(null);
        };
        requestAnimationFrame(look);
      }),
    [address, row],
  );

/**
 * The durations of the requests for rows and for counts since the last call, in milliseconds, from the browser's
 * record.
 */
const requests = (page) =>
  page.evaluate(() => {
    const found = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/items/parcels'));
    performance.clearResourceTimings();
    const isCount = ({ name }) => name.includes('limit=0');
    const times = (entries) => entries.map(({ responseEnd, startTime }) => responseEnd - startTime);
    return { rows: times(found.filter((entry) => !isCount(entry))), counts: times(found.filter(isCount)) };
  });

const at = (times, share) => [...times].sort((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN;
const figures = (times) => `median ${at(times, 0.5).toFixed(0)} ms, p95 ${at(times, 0.95).toFixed(0)} ms`;

/** The cases take turns, each from a page without items, so that nothing of it is cached. */
const cases = [
  ['as it comes', () => ['', 'Parcel 1']],
  ['the newest first', () => ['&sort=-id', `Parcel ${total}`]],
  ['filtered', (round) => [`&filter=size%20%3D%20${round % 100}`, `Parcel ${(round % 100) + 1}`]],
];

async function measure(page, [name, view]) {
  const painted = [];
  const asked = { rows: [], counts: [] };
  for (let round = 0; round < rounds; round++) {
    await page.goto('/studio/demo/me');
    await page.getByRole('heading').first().waitFor();
    await page.waitForLoadState('networkidle');
    await requests(page);
    const [query, row] = view(round);
    painted.push(await opened(page, `/studio/demo/content/parcels?columns=title,place,size${query}`, row));
    await page.waitForLoadState('networkidle', { timeout: LONGEST_MS });
    const { rows, counts } = await requests(page);
    asked.rows.push(...rows);
    asked.counts.push(...counts);
  }
  console.log(`${name}: first row seen ${figures(painted)}`);
  console.log(`  its request ${figures(asked.rows)}; the count, for which nothing waits, ${figures(asked.counts)}`);
}

async function filled(ask) {
  const begun = performance.now();
  await fill(ask);
  console.log(`${total} items in ${((performance.now() - begun) / 1000).toFixed(1)} s`);
}

await inStudio(8974, filled, async (page) => {
  for (const each of cases) await measure(page, each);
});
