import { describe, expect, it } from 'vitest';
import { cleanBody } from '../../../src/mail/clean-body.ts';
import { escapeHtml, fillPlaceholders } from '../../../src/mail/placeholders.ts';
import { toText } from '../../../src/mail/to-text.ts';
import { busyMs } from '../../support/busy-time.ts';

describe('the body of a mail', () => {
  it('keeps the elements that mails may have, and only the text of others', async () => {
    const dirty = '<h1 onclick=x>Hi</h1><script>evil()</script><a href="javascript:x" title="y">z</a><blink>b</blink>';
    expect(await cleanBody(dirty)).toBe('<h1>Hi</h1><a>z</a>b');
    expect(await cleanBody('<a href="https://example.com">x</a>')).toBe('<a href="https://example.com">x</a>');
  });

  it('has its placeholders filled and escaped, also along paths', () => {
    const data = { name: '<Erin>', order: { total: 12 } };
    expect(fillPlaceholders('Dear {{name}}: {{ order.total }}{{order}}{{constructor}}', data, escapeHtml)).toBe(
      'Dear &#60;Erin&#62;: 12',
    );
  });

  it('is refused in no time if it would take long, or grow', async () => {
    const refusal = expect.objectContaining({ entry: 'unprocessable' });
    await cleanBody('loads the library');
    const since = busyMs();
    for (const tag of ['<b>', '<div>', '<']) await expect(cleanBody(tag.repeat(200_000))).rejects.toEqual(refusal);
    const long = { a: '&'.repeat(1000) };
    expect(() => fillPlaceholders('{{a}}'.repeat(20_000), long, escapeHtml)).toThrow(refusal);
    expect(busyMs() - since).toBeLessThan(500);
    expect(await cleanBody('<b>x</b>'.repeat(5000))).toHaveLength(40_000);
    expect(fillPlaceholders('{{a}}'.repeat(100), long, (text) => text)).toHaveLength(100_000);
  });

  it('has a text form with the URLs of its links', () => {
    expect(
      toText('<style>x</style><p>Hello &amp; welcome</p>\n<p><a href="https://e.com/?a=1&amp;b=2">Go</a></p>'),
    ).toBe('Hello & welcome\nGo (https://e.com/?a=1&b=2)');
  });
});
