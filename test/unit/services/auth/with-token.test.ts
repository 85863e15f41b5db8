import { expect, it } from 'vitest';
import { withToken } from '../../../../src/services/auth/with-token.ts';

it.each([
  ['https://e.com/reset', 'https://e.com/reset?token=t'],
  ['https://e.com/reset?lang=de', 'https://e.com/reset?lang=de&token=t'],
  ['https://e.com/reset?lang=de#top', 'https://e.com/reset?lang=de&token=t#top'],
  ['https://e.com/#/reset', 'https://e.com/#/reset?token=t'],
  ['https://e.com/?a=1#/reset?lang=de', 'https://e.com/?a=1#/reset?lang=de&token=t'],
  ['https://e.com/#!/reset', 'https://e.com/#!/reset?token=t'],
])('the link of a mail, %s, gets its token where the page looks for it', (page, link) => {
  expect(withToken(page, 't')).toBe(link);
});
