import { expect, it } from 'vitest';
import { sandboxFor, suggestedAddress } from '../src/preview/frame.ts';

it('lets sites keep their origin in the frame, and nothing on the origin of Studio', () => {
  const site = sandboxFor('https://www.example.com/a?preview=x', 'https://studio.example.com');
  expect(site?.split(' ').sort()).toEqual(['allow-forms', 'allow-same-origin', 'allow-scripts']);
  expect(sandboxFor('https://studio.example.com/a', 'https://studio.example.com')).not.toContain('same-origin');
});

it.each(['javascript:alert(1)', 'data:text/html,x', 'blob:https://a.example/x', 'about:blank', '/relative', ''])(
  'shows no %s',
  (url) => {
    expect(sandboxFor(url, 'https://studio.example.com')).toBeNull();
  },
);

it('suggests an address by the slug, where there is one', () => {
  expect(suggestedAddress('articles', 'id', ['id', 'slug'])).toContain('/articles/{{slug}}?preview={{token}}');
  expect(suggestedAddress('notes', 'code', ['code'])).toContain('/notes/{{code}}?preview={{token}}');
});
