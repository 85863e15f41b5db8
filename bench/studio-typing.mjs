// Measures how long a keystroke takes to be painted in Studio, on the page of an item with 200 fields and 1,000 related
// items.
// Usage: node scripts/build.mjs && node scripts/build-studio.mjs && node bench/studio-typing.mjs [--keys 300]
import { inStudio } from './studio-session.mjs';

const FIELDS = 200;
const RELATED = 1000;
/** The pause between keys, so that nothing but the key is measured. */
const PAUSE_MS = 60;
const keys = Number(process.argv[process.argv.indexOf('--keys') + 1]) || 300;

const text = (field) => ({
  field,
  type: 'string',
  datatype: 'VARCHAR',
  length: 200,
  interface: 'text-input',
  width: 'half',
});
const id = { field: 'id', type: 'integer', datatype: 'INT', length: 10, primary_key: true, auto_increment: true };

async function fill(ask) {
  const fields = Array.from({ length: FIELDS }, (_, index) => text(`field_${index + 1}`));
  const list = { field: 'parts', type: 'o2m', interface: 'one-to-many' };
  const whole = { field: 'whole', type: 'm2o', datatype: 'INT', length: 10, interface: 'many-to-one' };
  await ask('POST', '/collections', { collection: 'wholes', fields: [id, ...fields, list] });
  await ask('POST', '/collections', { collection: 'parts', fields: [id, text('name'), whole] });
  const relation = { collection_many: 'parts', field_many: 'whole', collection_one: 'wholes', field_one: 'parts' };
  await ask('POST', '/relations', relation);
  const values = Object.fromEntries(fields.map(({ field }) => [field, `Value of ${field}`]));
  const { id: key } = await ask('POST', '/items/wholes', values);
  await ask(
    'POST',
    '/items/parts',
    Array.from({ length: RELATED }, (_, n) => ({ name: `Part ${n}`, whole: key })),
  );
  return key;
}

/**
 * Types, and returns for each key the milliseconds until its frame was painted, and the CPU milliseconds of the page's
 * thread.
 */
async function typed(page, label) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spent = async (on) => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * metrics.find(({ name }) => name === `${on}Duration`).value;
  };
  const processor = () => spent('Task');
  await page.getByLabel(label, { exact: true }).click();
  await page.evaluate(() => {
    window.times = [];
    addEventListener(
      'keydown',
      ({ timeStamp }) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => window.times.push(performance.now() - timeStamp);
        requestAnimationFrame(() => port2.postMessage(null));
      },
      true,
    );
  });
  const worked = [];
  const sentence = 'The quick brown fox jumps over the lazy dog. '.repeat(Math.ceil(keys / 45)).slice(0, keys);
  const parts = ['Script', 'RecalcStyle', 'Layout'];
  const begun = await Promise.all(parts.map(spent));
  let before = await processor();
  for (const letter of sentence) {
    await page.keyboard.press(letter === ' ' ? 'Space' : letter);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    const after = await processor();
    worked.push(after - before);
    before = after;
  }
  const ended = await Promise.all(parts.map(spent));
  const own = parts.map((_, part) => (ended[part] - begun[part]) / sentence.length);
  return { painted: await page.evaluate(() => window.times), worked, own };
}

const at = (times, share) => times.sort((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN;
const mean = (times) => (times.reduce((sum, time) => sum + time, 0) / times.length).toFixed(1);
const figures = (times) =>
  `mean ${mean(times)} ms, median ${at(times, 0.5).toFixed(1)} ms, p95 ${at(times, 0.95).toFixed(1)} ms`;

await inStudio(8973, fill, async (page, key) => {
  await page.goto(`/studio/demo/content/wholes/${key}`);
  await page.getByLabel(`Field ${FIELDS}`, { exact: true }).waitFor();
  const { painted, worked, own } = await typed(page, 'Field 100');
  console.log(`${FIELDS} fields, ${RELATED} related items, ${painted.length} keys`);
  console.log(`key to paint: ${figures(painted)}`);
  console.log(`processor, which a busy machine does not change: ${figures(worked)}`);
  const [script, style, layout] = own.map((time) => time.toFixed(1));
  console.log(`of which scripts ${script} ms, styles ${style} ms, layout ${layout} ms; the rest is the browser's`);
});
