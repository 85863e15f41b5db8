import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { accessibilityFaults } from '../support/axe.ts';
import { makePlain } from '../support/plain-fields.ts';
import { onStudio } from '../support/studio.ts';

/** A paragraph that Word shows as an item of a list. */
const inWord = (sign: string, text: string, level = 1): string =>
  `<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]>` +
  `<span style='font-family:Symbol'><span style='mso-list:Ignore'>${sign}<span>&nbsp;&nbsp; </span></span></span>` +
  `<![endif]>${text}<o:p></o:p></p>\n`;
const WORD = [
  '<p class=MsoNormal>Buy<o:p></o:p></p>',
  inWord('·', 'Apples'),
  inWord('o', 'Green', 2),
  inWord('·', 'Pears'),
];
const DOCS =
  '<b style="font-weight:normal;"><p><span style="font-weight:400;">Plain </span>' +
  '<span style="font-weight:700;font-style:italic;">bold</span></p></b>';
const SHEETS =
  '<table><tbody><tr><td style="x">Apples</td><td>3</td></tr><tr><td>Pears</td><td>42</td></tr></tbody></table>';

/** What other programs put on the clipboard, and what is stored of it. */
const PASTED = [
  [
    'Word',
    `<html><body>${WORD.join('')}<p class=MsoNormal>Then</p>${inWord('1.', 'Wash')}${inWord('2.', 'Eat')}</body></html>`,
    '<p>Buy</p><ul><li>Apples<ul><li>Green</li></ul></li><li>Pears</li></ul><p>Then</p><ol><li>Wash</li><li>Eat</li></ol>',
  ],
  ['Google Docs', DOCS, '<p>Plain <strong><em>bold</em></strong></p>'],
  ['Google Sheets', SHEETS, '<p>Apples\u20033</p><p>Pears\u200342</p>'],
] as const;

onStudio('editors of plain fields', ({ visit, project, picture }) => {
  beforeAll(() => makePlain(project));

  const make = async (values: object): Promise<number> =>
    (await project.write<{ id: number }>('POST', '/items/plain', values)).id;
  const read = (id: number, fields = '*'): Promise<Record<string, unknown>> =>
    project.read(`/items/plain/${id}?fields=${fields}`);
  const open = async (id: number, more: object = {}): Promise<Page> => {
    const page = await visit(`/content/plain/${id}`, { ...more, refusals: true });
    page.setDefaultTimeout(25_000);
    await page.locator('[data-field=odd] input').waitFor();
    return page;
  };
  const field = (page: Page, name: string): Locator => page.locator(`[data-field="${name}"]`);
  async function save(page: Page): Promise<void> {
    await page.keyboard.press('Control+s');
    await page.getByText('Saved.', { exact: true }).first().waitFor();
  }

  type Act = (at: Locator, page: Page) => Promise<unknown>;
  const fill =
    (text: string): Act =>
    (at) =>
      at.locator('input, textarea').first().fill(text);
  const tick =
    (label: string): Act =>
    (at) =>
      at.getByText(label, { exact: true }).click();

  /** What is done to a field, and what the server stores then. */
  const SETS: readonly (readonly [string, Act, unknown])[] = [
    ['title', fill('A title'), 'A title'],
    ['note_line', fill('  x = 1 '), 'x = 1'],
    ['summary', fill('One\nTwo'), 'One\nTwo'],
    ['amount', fill('-1,234'), -1234],
    ['huge', fill('9007199254740993'), '9007199254740993'],
    ['price', fill('1234567890.1234'), 1234567890.1234],
    ['volume', (at) => at.getByRole('slider').press('End'), 10],
    ['stars', (at) => at.getByLabel('4 of 5').check({ force: true }), 4],
    ['featured', (at) => at.getByRole('switch').press(' '), true],
    ['pinned', (at) => at.getByRole('switch').click(), true],
    ['tree', (at) => at.getByRole('combobox').selectOption('elm'), 'elm'],
    [
      'far',
      async (at, page) => {
        await at.getByRole('combobox').fill('Choice 11');
        await page.getByRole('option', { name: 'Choice 11' }).click();
      },
      'c11',
    ],
    [
      'wild',
      async (at) => {
        await at.getByRole('combobox').selectOption({ label: 'Other…' });
        await at.getByRole('textbox').fill('ginkgo');
      },
      'ginkgo',
    ],
    ['leaf', tick('Yew'), 'yew'],
    ['bark', tick('Oak'), 'oak'],
    [
      'birds',
      async (at) => {
        await tick('Owl')(at, at.page());
        await at.getByRole('textbox').fill('kite');
        await at.getByRole('textbox').press('Enter');
      },
      ['owl', 'kite'],
    ],
    ['fish', tick('Eel'), ['', 'eel', '']],
    [
      'topics',
      async (at) => {
        await at.getByRole('textbox').fill('Zoo');
        await at.getByRole('textbox').press('Enter');
        await at.getByRole('textbox').fill('air,');
      },
      ['air', 'zoo'],
    ],
    ['labels', fill('one,two,'), ',one,two,'],
    ['born', fill('2001-02-03'), '2001-02-03'],
    ['picked', (at) => at.getByRole('gridcell').nth(10).click(), expect.stringMatching(/^\d{4}-\d\d-\d\d$/)],
    ['opens', fill('2026-03-29T02:30'), '2026-03-29 02:30:00'],
    ['rings', fill('23:59:07'), '23:59:07'],
    ['paint', (at) => at.getByRole('button', { name: '#3f6b4f' }).click(), '#3f6b4f'],
    ['hue', (at) => at.locator('input.code').fill('hsl(10, 20%, 30%)'), 'hsl(10, 20%, 30%)'],
    ['sign', (at) => at.getByRole('textbox').fill('no_such_icon'), 'no_such_icon'],
    ['document', (at) => at.getByRole('textbox').fill('{"a": [1, "two"]}'), { a: [1, 'two'] }],
    ['script', (at) => at.getByRole('textbox').fill('const a = "b";\n\t// c'), 'const a = "b";\n\t// c'],
    ['story', fill('# One\n\n*two*'), '# One\n\n*two*'],
    [
      'body',
      async (at, page) => {
        await at.getByRole('textbox').click();
        await page.keyboard.press('Control+b');
        await page.keyboard.type('Bold');
        await page.keyboard.press('Control+b');
        await page.keyboard.type(' & not');
      },
      '<p><strong>Bold</strong> &amp; not</p>',
    ],
    [
      'steps',
      async (at) => {
        await at.getByRole('button', { name: 'Add a step' }).click();
        await at.getByLabel('Name').fill('Wash');
        await at.getByLabel('Count').fill('3');
      },
      [{ name: 'Wash', count: 3 }],
    ],
    [
      'words',
      async (at) => {
        await at.getByRole('button', { name: 'Add an entry' }).click();
        await at.getByLabel('Key').fill('hi');
        await at.getByLabel('Meaning').fill('hello');
      },
      { hi: { meaning: 'hello' } },
    ],
    [
      'pairs',
      async (at) => {
        await at.getByRole('button', { name: 'Add a pair' }).click();
        await at.getByLabel('Key 1').fill('k');
        await at.getByLabel('Value of k').fill('v');
      },
      { k: 'v' },
    ],
    ['place', (at) => at.getByRole('textbox').fill("41°9'N 8°36'W"), { lat: 41.15, lng: -8.6 }],
    [
      'tongue',
      async (at, page) => {
        await at.getByRole('combobox').fill('Portuguese');
        await page.getByRole('option', { name: /^Portuguese pt$/ }).click();
      },
      'pt',
    ],
    ['odd', fill('plain'), 'plain'],
  ];

  it('write values into each that the server then stores exactly, and read them back', async () => {
    const id = await make({ note_line: 'before' });
    const page = await open(id);
    for (const [name, act] of SETS) {
      await field(page, name).scrollIntoViewIfNeeded();
      await act(field(page, name), page);
    }
    await save(page);
    const stored = await read(id);
    const expected = Object.fromEntries(SETS.map(([name, , value]) => [name, value]));
    expect(stored).toMatchObject(expected);
    expect(stored.slug).toBe('a-title');
    await page.reload();
    await field(page, 'odd').getByRole('textbox').waitFor();
    await expectQuiet(page);
    expect(await read(id)).toEqual(stored);
  });

  /** Focusing and leaving a control changes nothing. */
  async function expectQuiet(page: Page): Promise<void> {
    for (const control of await page.locator('.field input:visible, .field textarea:visible, .field select').all())
      await control.focus();
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.method()));
    await page.keyboard.press('Control+s');
    expect(sent.filter((method) => method !== 'GET')).toEqual([]);
  }

  const HOSTILE =
    '"><img src=x onerror="window.broken=1"></textarea></script><svg onload="window.broken=1">{{ 7*7 }}\u202Egpj';
  const BAD_LINK =
    '[x](javascript:window.broken=1) ![x](javascript:window.broken=1) <b onclick="window.broken=1">b</b>';

  it('show hostile values as text, and run none of them', async () => {
    const texts = [
      'title',
      'note_line',
      'summary',
      'tree',
      'far',
      'wild',
      'leaf',
      'bark',
      'labels',
      'script',
      'odd',
      'tongue',
      'target',
    ];
    const id = await make({
      ...Object.fromEntries(texts.map((name) => [name, HOSTILE])),
      paint: 'red;background:url(x)',
      sign: '__proto__',
      birds: [HOSTILE],
      topics: [HOSTILE],
      story: BAD_LINK + HOSTILE,
      body: `<p>a</p><a href="javascript:window.broken=1" onclick="window.broken=1">x</a>${HOSTILE}<iframe src="javascript:parent.broken=1"></iframe>`,
      document: { [HOSTILE]: HOSTILE },
      steps: [{ name: HOSTILE, count: HOSTILE }],
      pairs: { [HOSTILE]: HOSTILE },
      place: { lat: HOSTILE, lng: 1 },
    });
    const page = await open(id);
    await field(page, 'story').getByRole('button', { name: 'Preview' }).click();
    await field(page, 'body').getByRole('textbox').waitFor();
    expect(await page.evaluate('window.broken')).toBeUndefined();
    expect(await page.locator('a[href^="javascript" i], iframe, [onclick], [onerror]').count()).toBe(0);
    expect(await field(page, 'body').getByRole('textbox', { name: 'Source of Body' }).inputValue()).toContain(
      '<iframe',
    );
    await field(page, 'odd').getByText('[U+202E]').waitFor();
    await field(page, 'odd').getByRole('textbox').fill('calm');
    const before = await read(id);
    await save(page);
    expect(await read(id)).toEqual({ ...before, odd: 'calm' });
  });

  it.each([
    ['<h2>One</h2>\n<p>Two <strong>bold <em>both</em></strong> <u>u</u> H<sub>2</sub>O</p>', 'h2'],
    ['<ul><li>One</li><li>Two<ol><li>Three</li></ol></li></ul><blockquote><p>Said</p></blockquote><hr><p>x</p>', 'ul'],
    [
      '<p style="text-align: center;">C <a title="t" href="/x" target="_blank" rel="noopener">l</a><br>b&nbsp;c</p>',
      'a',
    ],
    [
      '<p><img src="/uploads/a.jpg" alt="A" width="10" height="20"> <code>x &lt; y</code></p><pre><code>a\n  b</code></pre>',
      'img[alt=A]',
    ],
    ['Loose <b>text</b> <span style="text-decoration: underline;">under</span>', 'strong'],
  ])('keep the rich text %s when a word is added', async (html, tag) => {
    const id = await make({ body: html });
    const page = await open(id);
    const box = field(page, 'body').getByRole('textbox', { name: 'Body' });
    await box.locator(tag).first().waitFor();
    await box.press('Control+End');
    await page.keyboard.type('!');
    await save(page);
    const { body } = await read(id, 'body');
    expect(plain(String(body))).toBe(plain(html));
  });

  /** HTML without what the editor may write differently. */
  const plain = (html: string): string =>
    html
      .replace(/!|\n(?=<)|^<p>(?=Loose)|(?<=under<.u>)<.p>/g, '')
      .replace(/<(\/?)b>/g, '<$1strong>')
      .replace(/<span style="text-decoration: underline;">(.*?)<.span>/, '<u>$1</u>')
      .replace(/<a[^>]*>/, (tag) => [...tag.matchAll(/ \w+="[^"]*"/g)].map(String).sort().join())
      .replace(/<p>(?=<\/p>$)|<\/p>$|<\/code><\/pre>$/g, '');

  it('edit the source of a rich text that the editor would change, and say why', async () => {
    const html = '<p class="lead">Hi</p>\n<table><tbody><tr><td>1</td></tr></tbody></table><!-- mark -->';
    const id = await make({ body: html });
    const page = await open(id);
    await field(page, 'body').getByText('The editor would lose parts of this text').waitFor();
    const source = field(page, 'body').getByRole('textbox', { name: 'Source of Body' });
    expect(await source.inputValue()).toBe(html);
    await source.press('Control+End');
    await page.keyboard.type('<p>more</p>');
    await picture(page, 'editors-source');
    await save(page);
    expect(await read(id, 'body')).toEqual({ body: `${html}<p>more</p>` });
  });

  it('create links with the keyboard that can only lead to the web', async () => {
    const id = await make({ body: '<p>word</p>' });
    const page = await open(id);
    const box = field(page, 'body').getByRole('textbox', { name: 'Body' });
    await box.locator('p').waitFor();
    await box.press('Control+a');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('javascript:alert(1)');
    await page.keyboard.press('Enter');
    await field(page, 'body').getByText('Only web, mail and telephone addresses').waitFor();
    await page.getByLabel('Address of the link').fill('example.com/a');
    await page.keyboard.press('Enter');
    await save(page);
    expect(await read(id, 'body')).toEqual({ body: '<p><a href="https://example.com/a">word</a></p>' });
  });

  it('show integers and decimals with every digit, and step them exactly', async () => {
    const id = await make({ huge: '9007199254740993', price: '0.1' });
    const page = await open(id);
    const huge = page.getByLabel('Huge');
    expect(await huge.inputValue()).toBe('9007199254740993');
    await huge.press('ArrowUp');
    await page.getByLabel('Price').fill('0.3000');
    await page.getByLabel('Amount').fill('12x');
    await page.getByText('This is not a number.').waitFor();
    await page.getByLabel('Amount').fill('12');
    await save(page);
    expect(await read(id, 'huge,price,amount')).toEqual({ huge: '9007199254740994', price: 0.3, amount: 12 });
  });

  it('mark the line where JSON is broken, and lose nothing that was typed', async () => {
    const id = await make({ document: { a: 1 } });
    const page = await open(id);
    const box = field(page, 'document').getByRole('textbox');
    await box.fill('{\n  "a": 1,\n  b\n}');
    await field(page, 'document').getByText('Line 3, column 3').waitFor();
    await page.getByLabel('Huge').focus();
    expect(await box.textContent()).toContain('b');
    await box.fill('[]');
    await save(page);
    expect(await read(id, 'document')).toEqual({ document: [] });
  });

  it.each(PASTED)('keep the form of what is pasted from %s', async (_, html, body) => {
    const id = await make({ title: 'Pasted' });
    const page = await open(id);
    const box = field(page, 'body').getByRole('textbox');
    await box.scrollIntoViewIfNeeded();
    await box.evaluate((element: HTMLElement, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', text);
      element.focus();
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, html);
    await save(page);
    expect(await read(id, 'body')).toEqual({ body });
  });

  it('accept a pasted text of 100 KB, and stay responsive', async () => {
    const id = await make({});
    const page = await open(id);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const long = `${'The river has a subject and a great many verbs. '.repeat(12)}\n`.repeat(178);
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(long)})`);
    for (const name of ['summary', 'story', 'script', 'body', 'document']) {
      const box = field(page, name).getByRole('textbox').first();
      await box.click();
      const from = Date.now();
      await page.keyboard.press('Control+v');
      for (const key of 'abc') await page.keyboard.press(key);
      await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
      expect(Date.now() - from, `ms of ${name}`).toBeLessThan(5000);
    }
    await field(page, 'document').getByText('Line 1, column 1').waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await save(page);
    const stored = await read(id, 'summary,story,script');
    expect(Object.values(stored).map((text) => text === `${long}abc`)).toEqual([true, true, true]);
  });

  it('never show a stored secret, and send none unless one is typed', async () => {
    const id = await make({ secret: 'first' });
    const before = await read(id, 'secret');
    const page = await open(id);
    const box = page.getByLabel('Secret');
    expect(await box.inputValue()).toBe('');
    await box.fill('x');
    await box.fill('');
    await page.getByLabel('Note line').fill('changed');
    await save(page);
    expect(await read(id, 'secret')).toEqual(before);
    await field(page, 'secret').getByRole('button', { name: 'Generate one' }).click();
    await field(page, 'secret').getByText('Strong').waitFor();
    await save(page);
    await expect.poll(() => read(id, 'secret')).not.toEqual(before);
  });

  it('let a slug follow its field until it is edited', async () => {
    const page = await visit('/content/plain/+');
    await page.getByLabel('Title').fill('Über Flüsse');
    expect(await page.getByLabel('Slug').inputValue()).toBe('ueber-fluesse');
    await page.getByLabel('Slug').fill('By Hand');
    await page.getByLabel('Title').fill('Other');
    expect(await page.getByLabel('Slug').inputValue()).toBe('by-hand');
    await page.getByRole('button', { name: 'Generate it again' }).click();
    expect(await page.getByLabel('Slug').inputValue()).toBe('other');
  });

  it('can be used with the keyboard alone', async () => {
    const id = await make({
      steps: [{ name: 'One' }, { name: 'Two' }],
      picked: '2026-11-14',
      topics: ['a', 'b'],
      leaf: 'oak',
    });
    const page = await open(id);
    await page.getByRole('button', { name: 'One', exact: true }).focus();
    await page.keyboard.press('Alt+ArrowDown');
    await field(page, 'picked').locator('[tabindex="0"]').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByLabel('Topics').last().focus();
    await page.keyboard.press('Backspace');
    await field(page, 'leaf').getByLabel('Oak').focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('application', { name: 'Map of Place' }).focus();
    await page.keyboard.press('Enter');
    await save(page);
    expect(await read(id, 'steps,picked,topics,leaf,place')).toEqual({
      steps: [{ name: 'Two' }, { name: 'One' }],
      picked: '2026-11-21',
      topics: ['a'],
      leaf: 'elm',
      place: { lat: 0, lng: 0 },
    });
  });

  it.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 390],
  ] as const)('have no accessibility faults (%s, %d px)', async (theme, width) => {
    const id = await make(FULL);
    const page = await open(id, { theme, width, height: 5600 });
    await field(page, 'body').getByRole('textbox').waitFor();
    await page.getByRole('button', { name: 'Wash', exact: true }).click();
    await picture(page, `editors-${theme}-${width}`);
    expect(await accessibilityFaults(page)).toEqual([]);
    const isWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
    expect(isWide, 'scrolls sideways').toBe(false);
  });

  const FULL = {
    title: 'A Small Grammar of Rivers',
    summary: 'A river has a subject and a great many verbs.',
    amount: 1234,
    volume: 6,
    stars: 3,
    featured: true,
    tree: 'elm',
    leaf: 'yew',
    bark: 'oak',
    birds: ['owl'],
    fish: ['', 'eel', ''],
    topics: ['language', 'nature'],
    born: '2026-11-14',
    picked: '2026-11-14',
    opens: '2026-11-14 09:12:00',
    paint: '#8e2f2a',
    sign: 'book',
    document: { a: [1, 'two', null] },
    script: 'const a = "b"; // c',
    story: '# One\n\nTwo *three*',
    body: '<h2>One</h2><p>In the delta it begins to <em>conjugate</em>.</p>',
    steps: [{ name: 'Wash', count: 1 }, { name: 'Dry' }],
    pairs: { k: 'v' },
    place: { lat: 41.15, lng: -8.61 },
    tongue: 'pt',
  };
});
