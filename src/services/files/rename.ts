import { ApiError } from '../../errors/api-error.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import { originalOf } from '../../storage/names.ts';

/**
 * Gives the content of a file another name, inside the change of its row: as a copy, so that either name leads to the
 * content whatever happens; the old one goes after the commit. Returns the new object. Error 4 where the name is taken.
 */
export async function moveContent({ context, changes }: Transaction, from: string, to: string): Promise<string> {
  const { storage } = context.store;
  const object = originalOf(to);
  if (!(await storage.claim(object))) throw new ApiError('fileNameTaken', { name: to });
  try {
    const content = await storage.read(originalOf(from));
    if (!content) throw new ApiError('unprocessable', { reason: `The content of "${from}" is missing` });
    await storage.write(object, content);
  } catch (error) {
    await storage.remove(object).catch(() => {});
    throw error;
  }
  changes.add({ kind: 'released', disk: from });
  return object;
}
