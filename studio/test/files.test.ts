import { expect, it } from 'vitest';
import { largest, moved, pixelsOf, resized } from '../src/files/crop.ts';
import { changesOf, draftOf, tagsIn } from '../src/files/draft.ts';
import { addressOf, clock, kindOf, pictureOf, type StudioFile } from '../src/files/file.ts';
import { firstLines } from '../src/files/folder-lines.ts';
import { folderLines, isInside } from '../src/files/folders.ts';
import { acceptFilter, isAccepted, listingQuery } from '../src/files/listing.ts';
import { webAddress } from '../src/files/take.ts';
import { followed } from '../src/ui/use-stored.ts';

const file: StudioFile = {
  id: 1,
  title: 'Harbour',
  filename_download: 'harbour.jpg',
  type: 'image/jpeg',
  filesize: 1200,
  width: 900,
  height: 600,
  duration: 0,
  folder: null,
  description: '',
  location: '',
  tags: ['sea'],
  uploaded_on: null,
  checksum: 'abc',
  data: {
    url: '/uploads/p/harbour.jpg',
    asset_url: '/p/assets/x',
    embed: null,
    thumbnails: [
      { key: 'large', relative_url: '/p/assets/x?key=large', width: 800, height: 600 },
      { key: 'small', relative_url: '/p/assets/x?key=small', width: 64, height: 64 },
    ],
  },
};

it('takes the smallest picture that fills a box, and asks for its version', () => {
  expect(pictureOf(file, 60)).toBe('/p/assets/x?key=small&version=abc');
  expect(pictureOf(file, 200)).toBe('/p/assets/x?key=large&version=abc');
  expect(pictureOf(file, 2000)).toBe('/p/assets/x?key=large&version=abc');
});

it('follows web addresses only', () => {
  const from = (asset_url: string) =>
    addressOf({ checksum: null, data: { url: null, asset_url, thumbnails: null, embed: null } });
  expect(from('javascript:alert(1)')).toBeNull();
  expect(from('//elsewhere.example/x')).toBeNull();
  expect(from('/p/assets/x')).toBe('/p/assets/x');
  expect(webAddress('https://example.com/a.jpg')).toBe('https://example.com/a.jpg');
  expect(webAddress('file:///etc/passwd')).toBeNull();
});

it('takes no document that could act for a text', () => {
  expect(kindOf('text/html')).toBe('other');
  expect(kindOf('text/xml')).toBe('other');
  expect(kindOf('image/svg+xml')).toBe('image');
  expect(kindOf('text/plain; charset=utf-8')).toBe('text');
  expect(kindOf('application/json')).toBe('text');
  expect(kindOf(null)).toBe('other');
  expect(clock(187)).toBe('3:07');
});

it('sends what was changed about a file and nothing else', () => {
  expect(changesOf(file, draftOf(file))).toEqual({});
  expect(changesOf(file, { ...draftOf(file), tags: 'sea, , evening,sea', folder: 3 })).toEqual({
    tags: ['sea', 'evening'],
    folder: 3,
  });
  expect(tagsIn('')).toEqual([]);
});

it('keeps what was typed about a file that is read again, and follows the file otherwise', () => {
  const now = { ...file, tags: ['harbour'], title: 'Renamed by somebody' };
  const typed = { ...draftOf(file), title: 'Being typed' };
  expect(followed(typed, draftOf(file), draftOf(now))).toEqual({ ...draftOf(now), title: 'Being typed' });
  expect(changesOf(now, followed(typed, draftOf(file), draftOf(now)))).toEqual({ title: 'Being typed' });
});

it('lays out folders by name below one another, lost and circling ones at the top', () => {
  const lines = folderLines([
    { id: 1, name: 'b', parent_folder: null },
    { id: 2, name: 'a', parent_folder: 1 },
    { id: 3, name: 'lost', parent_folder: 99 },
    { id: 4, name: 'x', parent_folder: 5 },
    { id: 5, name: 'y', parent_folder: 4 },
  ]);
  expect(lines.map(({ id, level }) => [id, level])).toEqual([
    [1, 1],
    [2, 2],
    [3, 1],
    [4, 1],
    [5, 2],
  ]);
  expect(isInside(lines, 2, 1)).toBe(true);
  expect(isInside(lines, 1, 2)).toBe(false);
  expect(isInside(lines, 4, 1)).toBe(false);
});

it('shows of very many folders the first, and the open one', () => {
  const folders = Array.from({ length: 5000 }, (_, at) => ({ id: at + 1, name: `Year ${at}`, parent_folder: null }));
  const lines = folderLines(folders);
  expect(lines).toHaveLength(5000);
  expect(firstLines(lines, 'all')).toHaveLength(200);
  const last = lines.at(-1)?.id ?? 0;
  expect(firstLines(lines, last).map(({ id }) => id)).toContain(last);
});

it('asks for the files of a folder, and looks everywhere for words', () => {
  const listing = { folder: 3, q: '', kind: null, sort: 'title' } as const;
  expect(listingQuery(listing).filter).toEqual({ and: [{ folder: { eq: 3 } }] });
  expect(listingQuery({ ...listing, q: 'sea' }).filter).toBeUndefined();
  expect(listingQuery({ ...listing, folder: null }).filter).toEqual({ and: [{ folder: { null: true } }] });
});

it('narrows files to the types that a field takes', () => {
  expect(acceptFilter('image/*, application/pdf')).toEqual({
    type: { or: [{ rlike: 'image/%' }, { eq: 'application/pdf' }] },
  });
  expect(acceptFilter('.docx')).toBeUndefined();
  expect(isAccepted('image/png', 'image/*')).toBe(true);
  expect(isAccepted('text/plain', 'image/*')).toBe(false);
  expect(isAccepted('text/plain', undefined)).toBe(true);
});

it('keeps a frame inside of its picture, and its ratio', () => {
  const frame = { x: 0.5, y: 0.5, width: 0.4, height: 0.4 };
  expect(moved(frame, 1, -1)).toEqual({ ...frame, x: 0.6, y: 0 });
  expect(resized(frame, 1, 1, null)).toEqual({ ...frame, width: 0.5, height: 0.5 });
  expect(resized(frame, 1, 0, 2)).toEqual({ ...frame, width: 0.5, height: 0.25 });
  expect(largest(0.5)).toEqual({ x: 0.25, y: 0, width: 0.5, height: 1 });
  expect(pixelsOf({ x: 0.5, y: 0, width: 0.5, height: 1 }, 901, 600)).toEqual({
    x: 451,
    y: 0,
    width: 450,
    height: 600,
  });
});
