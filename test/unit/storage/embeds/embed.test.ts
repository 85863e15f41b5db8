import { describe, expect, it } from 'vitest';
import { embedAt, embedOf } from '../../../../src/storage/embeds/embed.ts';

describe('an address', () => {
  it.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'youtube dQw4w9WgXcQ'],
    ['http://youtube.com/watch?feature=x&v=a-b_c', 'youtube a-b_c'],
    ['https://m.youtube.com/watch?v=abc#t=1', 'youtube abc'],
    ['https://music.youtube.com/watch?v=abc&list=x', 'youtube abc'],
    ['https://youtu.be/abc?si=x', 'youtube abc'],
    ['https://www.youtube.com/shorts/abc', 'youtube abc'],
    ['https://www.youtube.com/embed/abc?start=3', 'youtube abc'],
    ['https://www.youtube.com/live/abc/', 'youtube abc'],
    ['https://www.youtube-nocookie.com/embed/abc', 'youtube abc'],
    ['https://vimeo.com/12345', 'vimeo 12345'],
    ['https://vimeo.com/12345/abcdef0123', 'vimeo 12345/abcdef0123'],
    ['https://vimeo.com/channels/staffpicks/12345', 'vimeo 12345'],
    ['https://vimeo.com/groups/name/videos/12345', 'vimeo 12345'],
    ['https://vimeo.com/showcase/999/video/12345', 'vimeo 12345'],
    ['https://player.vimeo.com/video/12345?h=abcdef0123&title=0', 'vimeo 12345/abcdef0123'],
    ['https://vimeo.com/12345/description', 'vimeo 12345'],
  ])('%s shows the video %s', (address, expected) => {
    const embed = embedAt(address);
    expect(`${embed?.provider} ${embed?.id}`).toBe(expected);
  });

  it.each([
    'https://www.youtube.com/',
    'https://www.youtube.com/@somebody',
    'https://www.youtube.com/watch?v=a%22b',
    'https://youtube.com.example/watch?v=abc',
    'https://example.com/?u=https://youtu.be/abc',
    'https://notvimeo.com/12345',
    'https://vimeo.com/about',
    'https://vimeo.com/12345678901',
    'youtu.be/abc',
  ])('%s shows none', (address) => {
    expect(embedAt(address)).toBeNull();
  });
});

describe('a frame', () => {
  it.each(['"><script>', 'a/b', '../x', '', 'a b'])('is not created for the video %j', (embed) => {
    expect(embedOf({ type: 'embed/vimeo', embed, width: 1, height: 1 })).toBeNull();
  });
});
