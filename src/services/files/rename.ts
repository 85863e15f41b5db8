import { ApiError } from '../../errors/api-error.ts';
import { unprocessable } from '../../errors/unprocessable.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import { originalOf } from '../../storage/names.ts';

/**
 * Renames the object of a file, inside the transaction that changes its row. It copies the object, so that both names
 * work whatever happens; the old one is removed after the commit. Returns the new object. Error 4 if the name is taken.
 */
export async function moveContent({ context, changes }: Transaction, from: string, to: string): Promise<string> {
  const { storage } = context.store;
  const object = originalOf(to);
  if (!(await storage.claim(object))) throw new ApiError('fileNameTaken', { name: to });
  try {
    const content = await storage.read(originalOf(from));
    if (!content) throw unprocessable(`The content of "${from}" is missing`);
    await storage.write(object, content);
  } catch (error) {
    await storage.remove(object).catch(() => {});
    throw error;
  }
  changes.add({ kind: 'released', disk: from });
  return object;
}
