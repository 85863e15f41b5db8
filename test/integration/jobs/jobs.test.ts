import { beforeAll, describe, expect, it } from 'vitest';
import { doJob, endOf, makeJob } from '../../support/jobs.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import { ANN, addPosts, BEN, type Posts } from '../../support/posts.ts';
import type { Payload } from '../../support/project.ts';

interface Post {
  readonly id: number;
  readonly title: string;
  readonly state: string;
  readonly minutes: number | null;
}

onEveryEngine('jobs', ({ project }) => {
  let posts: Posts;
  beforeAll(async () => {
    posts = await addPosts(project);
  });

  /** Makes posts of a series, and returns them as they are. */
  const series = async (
    name: string,
    count: number,
    more: (index: number) => Payload = () => ({}),
  ): Promise<Post[]> => {
    const made = Array.from({ length: count }, (_, index) => ({ title: name, minutes: index, ...more(index) }));
    await project.write('POST', '/items/posts', made);
    return all(name);
  };
  const all = (name: string): Promise<Post[]> =>
    project.read(`/items/posts?limit=-1&status=*&sort=id&fields=id,title,state,minutes&filter[title][eq]=${name}`);
  const of = (title: string) => ({ collection: 'posts', filter: { title: { eq: title } } });

  it('change all items that match, each once, with activity and revisions that carry the comment', async () => {
    const before = await series('change', 60);
    await series('other', 3);
    const body = { kind: 'update', ...of('change'), payload: { minutes: 7 } };
    const { status, body: made } = await project.ask('POST', '/jobs?comment=spring', body);
    expect(status).toBe(200);
    const job = await endOf(project, (made.data as { id: number }).id);
    expect(job).toMatchObject({
      kind: 'update',
      state: 'done',
      user: 1,
      input: { ...of('change'), payload: { minutes: 7 } },
      comment: 'spring',
      progress: { done: 60, total: 60, refused: 0 },
      result: { changed: 60, refused: 0 },
      error: null,
      refused: [],
      undoable: true,
    });
    expect(await all('change')).toEqual(before.map((post) => ({ ...post, minutes: 7 })));
    expect((await all('other')).map(({ minutes }) => minutes)).toEqual([0, 1, 2]);
    const records = await project.read<Payload[]>(
      '/activity?limit=-1&filter[comment][eq]=spring&filter[action][eq]=update',
    );
    expect(records).toHaveLength(60);
  });
});
