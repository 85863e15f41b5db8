import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord } from '../shared/is-record.ts';
import { parseJson } from '../shared/parse-json.ts';

/** Kinds of admin app extensions: files that browsers load. */
export const APP_KINDS = ['interfaces', 'layouts', 'modules'] as const;
type AppKind = (typeof APP_KINDS)[number];

/** A listed extension: its id, the path of its `meta.json`, and the content of that file. */
type ExtensionEntry = Readonly<Record<string, unknown>>;

/**
 * Lists the extensions of a kind: those shared by all projects, then those of this one. `folder` contains `custom` and
 * `projects/<key>`. An extension is a folder with a `meta.json`, unless its name begins with `_` or `.`. (Contract,
 *
 */
export async function listExtensions(folder: string, project: string, kind: AppKind): Promise<ExtensionEntry[]> {
  const places = [`custom/${kind}`, `projects/${project}/${kind}`];
  const lists = await Promise.all(places.map((place) => listPlace(folder, place)));
  return lists.flat();
}

async function listPlace(folder: string, place: string): Promise<ExtensionEntry[]> {
  const entries = await readdir(join(folder, place), { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isDirectory() && !/^[_.]/.test(entry.name)).map(({ name }) => name);
  const found = await Promise.all(names.sort().map((id) => describe(folder, `${place}/${id}/meta.json`, id)));
  return found.flat();
}

/** Empty without a `meta.json`; without its properties if it is not a JSON object. */
async function describe(folder: string, file: string, id: string): Promise<ExtensionEntry[]> {
  const text = await readFile(join(folder, file), 'utf8').catch(() => null);
  if (text === null) return [];
  const description = parseJson(text);
  const { id: _id, ...meta } = isRecord(description) ? description : {};
  return [{ id, path: `extensions/${file}`, ...meta }];
}
