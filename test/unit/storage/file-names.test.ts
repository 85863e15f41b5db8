import { describe, expect, it } from 'vitest';
import { toSettings } from '../../../src/schema/settings.ts';
import { takeDiskName } from '../../../src/storage/file-names.ts';
import type { Storage } from '../../../src/storage/storage.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

/** Reserves a name for a file when some names are taken; UUIDs are shown as such. */
async function taken(naming: string, input: string, before: readonly string[] = []): Promise<string> {
  const storage = { claim: async (name: string) => !before.includes(name) } as unknown as Storage;
  const settings = toSettings([{ key: 'file_naming', value: naming }]);
  return (await takeDiskName(storage, settings, input)).replace(UUID, 'UUID');
}

describe('the name of a file on disk', () => {
  it.each([
    ['Photo.JPG', 'UUID.jpg', 'photo.jpg'],
    ['photo', 'UUID', 'photo'],
    ['a/b.png', 'UUID.png', 'a-b.png'],
    ['page.php', 'UUID.txt', 'page-php.txt'],
    // Only the extension of such names is kept.
    ['日本.jpg', 'UUID.jpg', 'UUID.jpg'],
    ['日本.php', 'UUID', 'php'],
    ['日本', 'UUID', 'UUID'],
    ['', 'UUID', 'UUID'],
    ['.htaccess', 'UUID', 'htaccess'],
  ])('%j is %s, or %s where files keep their names', async (input, random, kept) => {
    expect([await taken('uuid', input), await taken('file_name', input)]).toEqual([random, kept]);
  });

  it.each([
    [['a.jpg'], 'a-1.jpg'],
    [['a.jpg', 'a-1.jpg'], 'a-2.jpg'],
    [['a-1.jpg'], 'a.jpg'],
  ])('beside %j is %s', async (before, name) => {
    const names = before.map((each) => `originals/${each}`);
    expect(await taken('file_name', 'a.jpg', names)).toBe(name);
  });
});
