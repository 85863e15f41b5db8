import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { jobRows } from '../../../src/persistence/jobs/job-rows.ts';
import { databaseOf } from '../../../src/projects/database-body.ts';
import { restoreProject } from '../../../src/projects/restore/restore.ts';
import { keyed } from '../../support/api-keys.ts';
import { fleetOf } from '../../support/fleet.ts';
import { giveUp, HandWorked } from '../../support/hand-worked.ts';
import { doJob, endOf, type JobAnswer, makeJob } from '../../support/jobs.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import { ANN, addPosts, type Posts } from '../../support/posts.ts';
import { ADMIN_TOKEN, type Payload } from '../../support/project.ts';
import { ServerProcess } from '../../support/server-process.ts';
import { viewing } from '../../support/views.ts';

const BYTES = randomBytes(700_000);
const MOMENT = '2020-01-01 10:00:00.123456';
/** A key, a moment and a decimal of a table as other programs create it. */
const HAND_MADE = {
  sqlite: ['INTEGER PRIMARY KEY AUTOINCREMENT', 'DATETIME', 'NUMERIC'],
  mysql: ['INT AUTO_INCREMENT PRIMARY KEY', 'DATETIME(6)', 'DECIMAL(10,4)'],
  postgres: ['serial PRIMARY KEY', 'timestamp', 'numeric'],
} as const;
/** A datatype that Octavo does not know. */
const UNKNOWN = { sqlite: 'MONEY', mysql: 'POINT', postgres: 'POINT' } as const;
const sha = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

onEveryEngine(
  'a backup',
  ({ server, project, database, engine }) => {
    let other: HandWorked;
    let posts: Posts;
    const folder = (): string => join(server.data, 'backups', project.key);
    /** The files that were not there before. Meanwhile, old backups may have been removed. */
    const addedTo = (before: readonly string[]): string[] =>
      readdirSync(folder()).filter((name) => !before.includes(name));
    const ofProject = (key: string, path: string, token = ADMIN_TOKEN): Promise<Response> =>
      fetch(`${server.base}/${key}${path}`, { headers: { Authorization: `Bearer ${token}` } });
    const download = (id: number, token = ADMIN_TOKEN): Promise<Response> =>
      ofProject(project.key, `/jobs/${id}/backup`, token);
    const fileOf = ({ result }: JobAnswer): string => join(folder(), String(result?.name));
    const restored = async (file: string, to: string): Promise<void> => {
      const place = databaseOf({ ...database, db_name: `r${to}` });
      await restoreProject(server.app.registry, { file, to, database: place });
    };

    beforeAll(async () => {
      posts = await addPosts(project);
      const many = Array.from({ length: 450 }, (_, minutes) => ({ title: `post "${minutes}"\n✓`, minutes }));
      await project.write('POST', '/items/posts', many);
      await project.write('POST', '/files', { data: BYTES.toString('base64'), filename_download: 'b.bin', title: 'B' });
      other = await HandWorked.open(project);
    });
    afterAll(() => other.close());

    it('has a size and a date, is readable only by the server, and is the latest one of the fleet', async () => {
      const job = await doJob(project, { kind: 'backup' });
      const { size, mode } = statSync(fileOf(job));
      expect(job).toMatchObject({ kind: 'backup', progress: { refused: 0 }, input: {} });
      expect(job.result).toMatchObject({ bytes: size, files: 1, rows: expect.any(Number) });
      expect(job.progress.done).toBe(job.progress.total);
      expect([mode & 0o777, statSync(folder()).mode & 0o777]).toEqual([0o600, 0o700]);
      expect(readdirSync(folder())).toEqual([job.result?.name]);
      const { data } = await fleetOf(server).ask('GET', `/fleet/${project.key}`);
      const { ended_on: ended } = await project.read<{ ended_on: string }>(`/jobs/${job.id}`);
      expect(data.facts.last_backup).toBe(ended);
    });

    it('is downloaded byte for byte by administrators, also in ranges', async () => {
      const job = await doJob(project, { kind: 'backup' });
      const answer = await download(job.id);
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect(sha(bytes)).toBe(sha(readFileSync(fileOf(job))));
      expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="t\w+-[\dT-]+\.octavo"/);
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
      const part = await fetch(answer.url, { headers: { Authorization: `Bearer ${ADMIN_TOKEN}`, Range: 'bytes=5-9' } });
      expect([part.status, await part.text()]).toEqual([206, bytes.subarray(5, 10).toString()]);
    });

    it('is restored with its items, rights, users and files', async () => {
      const job = await doJob(project, { kind: 'backup' });
      await project.write('POST', '/items/posts', { title: 'later' });
      const key = `b${project.key}`;
      const place = Object.entries({ db_user: 'root', ...database, db_name: `r${key}` });
      const flags = place.flatMap(([name, value]) => [`--${name.replaceAll('_', '-')}`, String(value)]);
      const command = ['restore', fileOf(job), '--data', server.data, '--project', key, ...flags];
      const { code, stdout, stderr } = await new ServerProcess(command).ended();
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toMatch(/is as it was on \d{4}-\d\d-\d\d at \d\d:\d\d:\d\d UTC\. All of it was read back/);
      await expect.poll(async () => (await ofProject(key, '/users')).status).toBe(200);
      for (const path of [
        '/items/posts?limit=-1&sort=id&fields=*,team.name',
        '/permissions?limit=-1&sort=id',
        '/users',
      ])
        expect(await (await ofProject(key, path)).json()).toMatchObject(
          await (await ofProject(project.key, path)).json().then((all) => withoutLater(all as Answer)),
        );
      const read = await ofProject(key, '/items/posts?limit=1&fields=*', ANN);
      expect((await read.json()) as object).not.toHaveProperty('data.0.secret');
      const signIn = await fetch(`${server.base}/${key}/auth/authenticate`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email: 'ann@example.com', password: 'Some-Secret-1' }),
      });
      expect(signIn.status).toBe(200);
      const [file] = ((await (await ofProject(key, '/files')).json()) as { data: { private_hash: string }[] }).data;
      const asset = await ofProject(key, `/assets/${file?.private_hash}`);
      expect(sha(Buffer.from(await asset.arrayBuffer()))).toBe(sha(BYTES));
    });

    it('keeps fractions of seconds and of numbers in tables that something else created', async () => {
      const [key, moment, price] = HAND_MADE[engine];
      const { database: own } = await project.opened();
      await own.run({ text: `CREATE TABLE odd (id ${key}, held_on ${moment}, price ${price})`, parameters: [] });
      await own.run({ text: `INSERT INTO odd (held_on, price) VALUES ('${MOMENT}', 1.25)`, parameters: [] });
      const job = await doJob(project, { kind: 'backup' });
      await own.run({ text: 'DROP TABLE odd', parameters: [] });
      const to = `o${project.key}`;
      await restored(fileOf(job), to);
      const opened = await server.app.registry.find(to);
      const text = `SELECT COUNT(*) FROM odd WHERE held_on = '${MOMENT}' AND price = 1.25`;
      expect((await opened?.database.all({ text, parameters: [] }))?.map(([count]) => Number(count))).toEqual([1]);
    });

    it('is refused if nothing could restore it', async () => {
      const { database: own } = await project.opened();
      await own.run({ text: `CREATE TABLE unknown (id INTEGER PRIMARY KEY, held ${UNKNOWN[engine]})`, parameters: [] });
      const { status, text, body } = await project.ask('POST', '/jobs', { kind: 'backup' });
      await own.run({ text: 'DROP TABLE unknown', parameters: [] });
      expect([status, body.error?.code], text).toEqual([422, 12]);
      expect(text).toContain(`unknown.held has the datatype ${UNKNOWN[engine]}`);
    });

    it.runIf(engine === 'mysql')('keeps bits', async () => {
      const { database: own } = await project.opened();
      await own.run({ text: 'CREATE TABLE bits (id BIT(8) PRIMARY KEY, many BIT(64), one BIT)', parameters: [] });
      await own.run({ text: `INSERT INTO bits VALUES (255, 18446744073709551615, 1), (1, 2, 0)`, parameters: [] });
      const job = await doJob(project, { kind: 'backup' });
      await own.run({ text: 'DROP TABLE bits', parameters: [] });
      const to = `z${project.key}`;
      await restored(fileOf(job), to);
      const opened = await server.app.registry.find(to);
      const rows = await opened?.database.all({ text: 'SELECT id + 0, HEX(many), one + 0 FROM bits', parameters: [] });
      expect(rows?.map((row) => row.map(String))).toEqual([
        ['1', '2', '0'],
        ['255', 'FFFFFFFFFFFFFFFF', '1'],
      ]);
    });

    it('is consistent, although items are written meanwhile', async () => {
      const id = await other.make({ kind: 'backup' });
      let written = 0;
      await other.work(id, async () => {
        if (written < 5) await project.write('POST', '/items/teams', { name: `${written++}` });
        if (written < 5) await project.write('POST', '/items/notes', { words: `${written}` });
      });
      const job = await project.read<JobAnswer>(`/jobs/${id}`);
      expect(job).toMatchObject({ state: 'done', progress: { refused: 0 } });
      const key = `c${project.key}`;
      await restored(fileOf(job), key);
      const count = async (collection: string): Promise<number> =>
        ((await (await ofProject(key, `/items/${collection}?limit=-1`)).json()) as { data: unknown[] }).data.length;
      // Each team is written before its note.
      expect((await count('teams')) - (await count('notes'))).toBeLessThanOrEqual(1);
    });

    it('starts over when its server is gone, and nothing of the first attempt remains', async () => {
      const before = readdirSync(folder());
      const id = await other.make({ kind: 'backup' });
      const lease = await other.take(id);
      if (lease) await giveUp(other, lease, 3);
      const [half] = addedTo(before);
      expect(half).toMatch(/\.part$/);
      await other.expire(id);
      // A job wakes the server, which would otherwise look for jobs of others a minute later.
      await doJob(project, { kind: 'delete', collection: 'notes', filter: { id: { eq: 0 } } });
      const job = await endOf(project, id);
      expect(job).toMatchObject({ state: 'done', error: null });
      expect(readdirSync(folder())).not.toContain(half);
      expect(readdirSync(folder())).toContain(job.result?.name);
    });

    it('that is cancelled halfway leaves no file', async () => {
      const before = readdirSync(folder());
      const id = await other.make({ kind: 'backup' });
      await other.work(id, async (steps) => {
        if (steps === 2) await project.write('POST', `/jobs/${id}/cancel`);
      });
      expect(await project.read<JobAnswer>(`/jobs/${id}`)).toMatchObject({ state: 'cancelled', result: null });
      expect(addedTo(before)).toEqual([]);
      expect((await download(id)).status).toBe(404);
    });

    it('continues only as long as its owner is an administrator', async () => {
      const { id: user } = await project.write<{ id: number }>('POST', '/users', {
        ...{ first_name: 'Eve', last_name: 'E', email: 'eve@example.com', password: 'Some-Secret-1' },
        ...{ role: 1, status: 'active', token: 'the-token-of-eve' },
      });
      const before = readdirSync(folder());
      const id = await other.make({ kind: 'backup' }, { kind: 'user', id: user, role: 1 });
      await other.work(id, async (steps) => {
        if (steps === 2) await other.noticing(() => project.write('PATCH', `/users/${user}`, { role: 3 }));
      });
      expect(await project.read<JobAnswer>(`/jobs/${id}`)).toMatchObject({ state: 'failed', error: { code: 3 } });
      expect(addedTo(before)).toEqual([]);
    });

    it('is deleted with its job, and the oldest is deleted when there are more than the project keeps', async () => {
      const job = await doJob(project, { kind: 'backup' });
      expect((await project.ask('DELETE', `/jobs/${job.id}`)).status).toBe(204);
      expect(readdirSync(folder())).not.toContain(job.result?.name);
      await project.write('POST', '/settings', { key: 'octavo_keep_backups', value: '2' });
      const last = [await doJob(project, { kind: 'backup' }), await doJob(project, { kind: 'backup' })];
      const names = last.map(({ result }) => result?.name);
      await expect.poll(() => readdirSync(folder()).sort()).toEqual(names.sort());
      const kept = async () => (await project.read<JobAnswer[]>('/jobs?kind=backup&state=done')).map(({ id }) => id);
      await expect.poll(async () => (await kept()).sort()).toEqual(last.map(({ id }) => id).sort());
    });

    it('lists files that the storage has lost, and is restored without them', async () => {
      const data = Buffer.from('lost').toString('base64');
      const lost = await project.write<Payload>('POST', '/files', { data, filename_download: 'lost.txt', title: 'L' });
      const originals = join(server.data, 'uploads', project.key, 'originals');
      rmSync(join(originals, String(lost.filename_disk)));
      const job = await doJob(project, { kind: 'backup' });
      expect(job.refused).toMatchObject([{ key: `file ${lost.id}`, code: 203 }]);
      const key = `d${project.key}`;
      await restored(fileOf(job), key);
      expect((await ofProject(key, '/files')).status).toBe(200);
    });

    it('cannot be restored if it was changed or truncated, and nothing is left', async () => {
      const job = await doJob(project, { kind: 'backup' });
      const bytes = readFileSync(fileOf(job));
      const wrong = {
        changed: Buffer.concat([bytes.subarray(0, 5000), Buffer.from([(bytes[5000] ?? 0) ^ 1]), bytes.subarray(5001)]),
        short: bytes.subarray(0, bytes.length - 400),
        foreign: Buffer.from('SQLite format 3'),
      };
      for (const [name, content] of Object.entries(wrong)) {
        const file = join(server.data, `${name}.octavo`);
        writeFileSync(file, content);
        await expect(restored(file, `e${project.key}`)).rejects.toThrow('The backup cannot be read');
        expect(server.app.registry.configOf(`e${project.key}`)).toBeUndefined();
      }
    });

    it('is made and downloaded by administrators only, with unlimited rights', async () => {
      const { id } = await doJob(project, { kind: 'backup' });
      expect((await project.ask('POST', '/jobs', { kind: 'backup' }, ANN)).body.error).toMatchObject({ code: 3 });
      expect((await download(id, ANN)).status).toBe(404);
      for (const limited of [await keyed(project, { read_only: true }), await viewing(project, { role: posts.role })]) {
        expect([401, 403, 404]).toContain((await limited('GET', `/jobs/${id}/backup`)).status);
        expect([401, 403]).toContain((await limited('POST', '/jobs', { kind: 'backup' })).status);
      }
      expect((await fetch(`${server.base}/${project.key}/jobs/${id}/backup`)).status).toBe(401);
      const { id: update } = await doJob(project, { kind: 'delete', collection: 'notes', filter: { id: { eq: 0 } } });
      expect((await download(update)).status).toBe(404);
      for (const path of ['..%2f..%2fconfig', '1%2f..', '%00'])
        expect((await ofProject(project.key, `/jobs/${path}/backup`)).status).toBeLessThan(500);
    });

    /** Makes a backup that another server has taken. This one looks for jobs once a minute, and may be first. */
    async function takenElsewhere(): Promise<number> {
      for (;;) {
        const id = await other.make({ kind: 'backup' });
        if (await other.take(id)) return id;
        await endOf(project, id);
      }
    }

    it('takes no input, and is not made twice at a time', async () => {
      const wrong = await project.ask('POST', '/jobs', { kind: 'backup', name: '../../x' });
      expect([wrong.status, wrong.body.error?.code]).toEqual([422, 4]);
      const id = await takenElsewhere();
      expect((await project.ask('POST', '/jobs', { kind: 'backup' })).status).toBe(409);
      await project.write('POST', `/jobs/${id}/cancel`);
    });

    it('is not read outside its folder, whatever the row of its job contains', async () => {
      const job = await makeJob(project, { kind: 'backup' });
      await endOf(project, job.id);
      const { project: opened } = other;
      const checkpoint = JSON.stringify({ place: '../../config/_super-admin', begun: 1 });
      await jobRows(opened).update(opened.database, [['id', '=', job.id]], { checkpoint });
      expect((await download(job.id)).status).toBe(404);
      expect((await project.ask('DELETE', `/jobs/${job.id}`)).status).toBe(204);
    });
  },
  { timeout: 120_000 },
);

interface Answer {
  readonly data: readonly { readonly title?: string }[];
}

const withoutLater = ({ data }: Answer): Answer => ({ data: data.filter(({ title }) => title !== 'later') });
