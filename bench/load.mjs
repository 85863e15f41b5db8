import { collections, makers, random, relations, SIZES } from './data.mjs';

const BATCH = 2_000;

/** Creates the benchmark's project over HTTP and fills it through the bulk path; returns how many seconds that took. */
export async function load(base, { project, superAdminToken, token, readerToken }) {
  const post = async (path, body) => {
    const answer = await fetch(base + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`POST ${path} answered ${answer.status}: ${(await answer.text()).slice(0, 300)}`);
    await answer.arrayBuffer();
  };
  const started = performance.now();
  await post('/server/projects', {
    project,
    super_admin_token: superAdminToken,
    db_name: project,
    db_user: 'root',
    user_email: 'admin@example.com',
    user_password: 'bench-password',
    user_token: token,
  });
  for (const collection of collections) await post(`/${project}/collections`, collection);
  for (const relation of relations) await post(`/${project}/relations`, relation);
  await addReader(post, project, readerToken);
  const make = makers(random(20_261_121));
  const counts = {
    authors: SIZES.authors,
    tags: SIZES.tags,
    articles: SIZES.articles,
    articles_tags: SIZES.articles * SIZES.tagsPerArticle,
  };
  for (const [collection, count] of Object.entries(counts)) {
    for (let from = 0; from < count; from += BATCH) {
      const items = Array.from({ length: Math.min(BATCH, count - from) }, (_, offset) =>
        make[collection](from + offset),
      );
      await post(`/${project}/items/${collection}?activity_skip=1&fields=id`, items);
    }
  }
  return (performance.now() - started) / 1000;
}

/** A user with an ordinary role, who sees neither deleted articles nor some of the fields. */
async function addReader(post, project, token) {
  await post(`/${project}/roles`, { name: 'Reader' });
  const person = { first_name: 'Reader', last_name: 'Reader', email: 'reader@example.com', password: 'bench-password' };
  await post(`/${project}/users`, { ...person, status: 'active', role: 3, token });
  const full = { role: 3, read: 'full' };
  await post(`/${project}/permissions`, [
    { ...full, collection: 'articles', status: 'published', read_field_blacklist: ['rating'] },
    { ...full, collection: 'articles', status: 'draft', read_field_blacklist: ['rating'] },
    { role: 3, collection: 'articles', status: 'deleted', read: 'none', read_field_blacklist: ['rating'] },
    { ...full, collection: 'authors', read_field_blacklist: ['email'] },
    { ...full, collection: 'tags' },
    { ...full, collection: 'articles_tags' },
  ]);
}
