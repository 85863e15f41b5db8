import { expect, it } from 'vitest';
import { inGroups, newSecret, otpauthUrl } from '../src/entry/authenticator.ts';
import { addressIn } from '../src/entry/mailed-token.ts';
import { nextPage } from '../src/entry/next.ts';
import { parseNote } from '../src/entry/note.ts';
import { providersOf, providerUrl } from '../src/entry/providers.ts';

it.each([
  ['/demo', '/demo'],
  ['/demo/content/articles?q=a%20b#x', '/demo/content/articles?q=a%20b#x'],
])('%s is a page to go to after signing in', (asked, page) => {
  expect(nextPage(asked, 'demo')).toBe(page);
});

it.each([
  undefined,
  null,
  ['/demo/a', '/demo/b'],
  '',
  'demo/content',
  'https://evil.example/demo/',
  '//evil.example/demo/',
  '/\\evil.example/demo/',
  '/\t/evil.example',
  'javascript:alert(1)//demo',
  '/demonstration',
  '/other/content',
  '/demo/../other/content',
  '/demo/sign-in?next=/demo/sign-in',
])('%s is no page to go to after signing in', (asked) => {
  expect(nextPage(asked, 'demo')).toBe('/demo');
});

it('a mailed token says whom it was sent to, and a broken one nobody', () => {
  const body = btoa(JSON.stringify({ email: 'ines@example.com' }));
  expect(addressIn(`x.${body}.y`)).toBe('ines@example.com');
  for (const broken of ['', 'a.b.c', `x.${btoa('{"email":5}')}.y`]) expect(addressIn(broken)).toBe('');
});

it('a note may stress, quote and link, and nothing else', () => {
  expect(parseNote('# Hello **you**\n\nSee [help](https://h.example/a_b), *now* or `later`.')).toEqual([
    [
      { kind: 'text', text: 'Hello ' },
      { kind: 'strong', text: 'you' },
    ],
    [
      { kind: 'text', text: 'See ' },
      { kind: 'link', text: 'help', href: 'https://h.example/a_b' },
      { kind: 'text', text: ', ' },
      { kind: 'emphasis', text: 'now' },
      { kind: 'text', text: ' or ' },
      { kind: 'code', text: 'later' },
      { kind: 'text', text: '.' },
    ],
  ]);
  for (const hostile of ['[x](javascript:alert)', '[x](data:text/html,1)', '<img src=x onerror=alert(1)>'])
    expect(parseNote(hostile)).toEqual([[{ kind: 'text', text: hostile }]]);
});

it('a secret is 16 characters of base32, shown in groups, and linked for apps', () => {
  expect(newSecret()).toMatch(/^[A-Z2-7]{16}$/);
  expect(newSecret()).not.toBe(newSecret());
  expect(inGroups('ABCDEFGHIJKLMNOP')).toBe('ABCD EFGH IJKL MNOP');
  expect(otpauthUrl('ABC', 'My Mag', 'i@x.example')).toBe(
    'otpauth://totp/My%20Mag:i%40x.example?secret=ABC&issuer=My%20Mag',
  );
});

it('providers are named by texts or objects, and come back to the sign-in page', () => {
  expect(providersOf(['github', { name: 'acme', icon: 'x' }, 3, { name: '' }])).toEqual([
    { name: 'github', label: 'GitHub' },
    { name: 'acme', label: 'Acme' },
  ]);
  expect(providersOf('no')).toEqual([]);
  const url = new URL(providerUrl('demo', 'acme', '/demo/content?a=1&b=2'), 'https://x.example');
  expect(url.searchParams.get('redirect_url')).toBe(
    '/studio/demo/sign-in?via=sso&next=%2Fdemo%2Fcontent%3Fa%3D1%26b%3D2',
  );
});
