import { expect, it } from 'vitest';
import { dropOldest } from '../../../../src/storage/images/thumbnail-quota.ts';
import type { Storage } from '../../../../src/storage/storage.ts';

it('drops the oldest thumbnails while a list is still being read, which may never end', async () => {
  const removed: string[] = [];
  let removedBeforeEnd = 0;
  const storage: Pick<Storage, 'list' | 'remove'> = {
    async *list() {
      // The newest come first, then older and older ones.
      for (let age = 0; age < 150; age++) yield { name: `generated/${age}`, size: 1, modified: new Date(1e9 - age) };
      removedBeforeEnd = removed.length;
    },
    remove: async (name) => void removed.push(name),
  };
  await dropOldest(storage, 'a.jpg');
  expect(removed.sort()).toEqual(Array.from({ length: 50 }, (_, index) => `generated/${100 + index}`));
  expect(removedBeforeEnd).toBe(50);
});
