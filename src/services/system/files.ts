import { ApiError } from '../../errors/api-error.ts';
import { collectionOf } from '../../schema/schema.ts';
import { asText } from '../../shared/text.ts';
import { MADE_BY_SERVER } from '../files/attributes.ts';
import { changesOfFile } from '../files/related.ts';
import { removeContent } from '../files/remove.ts';
import { readWhole } from '../items/read.ts';
import type { Writing } from '../writing.ts';
import type { WriteRules } from './rules.ts';

/** Attributes that go with a content: they change with it, and never through an item that a file is related to. */
const TIED: ReadonlySet<string> = new Set([...MADE_BY_SERVER, 'data', 'filename_disk']);

/** Files: a row without its content is no file, and a content without its row is nobody's. (Facts of files, section 6.) */
export const filesRules: WriteRules = {
  hidden: { delete: 'itemNotFound' },
  changes: changesOfFile,
  check(_context, payload) {
    const tied = Object.keys(payload).filter((name) => TIED.has(name));
    if (tied.length > 0)
      throw new ApiError('unprocessable', { reason: `Upload files before they are linked: ${tied.join(', ')}` });
  },
  async beforeChange(writing, key, payload) {
    if (payload === null) await removeAfterCommit(writing, key);
  },
};

/** While a transaction can fail, the content stays. */
async function removeAfterCommit({ context, connection, afterCommit }: Writing, key: string): Promise<void> {
  const files = collectionOf(context.store.catalog.schema, 'directus_files');
  const file = await readWhole(context, connection, files, key);
  if (file) afterCommit.push(() => removeContent(context.store, asText(file.filename_disk)));
}
