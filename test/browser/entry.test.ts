import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { accessibilityFaults } from '../support/axe.ts';
import { deferred } from '../support/deferred.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { codeOf } from '../support/one-time-codes.ts';
import { ADMIN_PASSWORD } from '../support/project.ts';
import { FILL_STORAGE, onStudio } from '../support/studio.ts';
import { noteTaken } from '../support/taken.ts';

const SECRET = 'JBSWY3DPEHPK3PXP';
const OKTA = { client_id: 'studio', client_secret: 'secret', base_url: 'https://okta.example/oauth2/default' };

onStudio('signing in', ({ visit, project, prepare, picture }) => {
  let mails: MailServer;

  prepare(async () => {
    mails = await startMailServer();
    return {
      project: { mail: mails.config, mail_from: 'mag@example.com', auth: { social_providers: { okta: OKTA } } },
    };
  });
  afterAll(() => mails.stop());

  const addPerson = (name: string, more: object = {}): Promise<{ id: number }> =>
    project.write('POST', '/users', {
      email: `${name}@example.com`,
      password: `${name}-Secret-1`,
      first_name: name,
      last_name: 'Example',
      status: 'active',
      role: 1,
      ...more,
    });
  const fill = async (page: Page, email: string, password: string): Promise<void> => {
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
  };
  const signIn = async (page: Page, email: string, password: string): Promise<void> => {
    await fill(page, email, password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  const isInside = (page: Page): Promise<void> =>
    page.getByRole('navigation', { name: 'Sections' }).waitFor({ state: 'visible' });
  /** The token of the newest mail to an address. */
  const tokenFor = async (address: string): Promise<string> => {
    const found = () => mails.received.findLast(({ recipients }) => recipients.includes(address));
    await expect.poll(found).toBeDefined();
    return /token=([\w.-]+)/.exec(found()?.mail.text ?? '')?.[1] ?? '';
  };

  it('succeeds in a browser whose storage is full', async () => {
    const page = await visit('/files', { as: null });
    await page.getByLabel('E-mail').waitFor();
    await page.evaluate(FILL_STORAGE);
    await signIn(page, 'admin@example.com', ADMIN_PASSWORD);
    await isInside(page);
    await page.getByRole('button', { name: 'Upload' }).waitFor();
  });

  it('people without a session are sent to sign in, and arrive at the page they wanted, with the keyboard alone', async () => {
    const page = await visit('/content/articles?q=train', { as: null });
    await page.waitForURL(/\/sign-in\?next=/);
    await page.getByRole('heading', { name: project.key }).waitFor();
    await page.keyboard.type('admin@example.com');
    await page.keyboard.press('Tab');
    await page.keyboard.type(ADMIN_PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/content\/articles\?q=train$/);
    await isInside(page);
    const cookies = await page.evaluate('document.cookie + JSON.stringify({ ...localStorage })');
    expect(cookies).not.toContain('session');
  });

  it('a wrong password, a suspended and an invited account can only be distinguished with the right password', async () => {
    await addPerson('sue', { status: 'suspended' });
    await addPerson('dan', { status: 'draft' });
    const page = await visit('/sign-in', { as: null });
    await signIn(page, 'sue@example.com', 'wrong');
    await page.getByRole('alert').getByText('The e-mail address or the password is wrong').waitFor();
    await picture(page, 'sign-in-wrong');
    await signIn(page, 'sue@example.com', 'sue-Secret-1');
    await page.getByRole('alert').getByText('suspended').waitFor();
    await signIn(page, 'dan@example.com', 'dan-Secret-1');
    await page.getByRole('alert').getByText('not active yet').waitFor();
    await expect(page.getByLabel('E-mail').inputValue()).resolves.toBe('dan@example.com');
  });

  it('a user with a second factor is asked for a code, and may mistype it', async () => {
    const { id } = await addPerson('ava');
    await project.write('PATCH', `/users/${id}`, { '2fa_secret': SECRET });
    const page = await visit('/sign-in', { as: null });
    await signIn(page, 'ava@example.com', 'ava-Secret-1');
    await page.getByLabel('One-time code').fill('000 000');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('This code is wrong').waitFor();
    await picture(page, 'sign-in-code');
    const code = codeOf(SECRET);
    await page.getByLabel('One-time code').fill(`${code.slice(0, 3)} ${code.slice(3)}`);
    await page.keyboard.press('Enter');
    await isInside(page);
  });

  it('a forgotten password is replaced through a mailed link, which works once', async () => {
    await addPerson('flo');
    const page = await visit('/sign-in', { as: null });
    await page.getByRole('link', { name: 'Forgotten?' }).click();
    await page.getByRole('heading', { name: 'Forgotten password' }).waitFor();
    await page.getByLabel('E-mail').fill('flo@example.com');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
    await picture(page, 'forgotten-sent');
    const token = await tokenFor('flo@example.com');
    await page.goto(`/studio/${project.key}/reset-password?token=${token}`);
    await page.getByText('For flo@example.com').waitFor();
    await page.getByRole('button', { name: 'Show the password' }).click();
    await page.getByLabel('New password').fill('A new sentence for Flo');
    await picture(page, 'reset-password');
    await page.keyboard.press('Enter');
    await isInside(page);
    await page.goto(`/studio/${project.key}/reset-password?token=${token}`);
    await page.getByLabel('New password').fill('Another sentence');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    await page.getByRole('link', { name: 'Request a new link' }).click();
    await page.getByRole('heading', { name: 'Forgotten password' }).waitFor();
  });

  it('an unknown address gets the same answer, and no mail', async () => {
    const page = await visit('/forgotten', { as: null });
    await page.getByLabel('E-mail').fill('nobody@example.com');
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
    expect(mails.received.filter(({ recipients }) => recipients.includes('nobody@example.com'))).toEqual([]);
  });

  it('an invitation is accepted with a name and a password that satisfies the policy', async () => {
    await project.write('PATCH', '/settings', [{ id: 11, value: '/^.{10,}$/' }]);
    await project.write('POST', '/users/invite', { email: 'iris@example.com', role: 1 });
    const token = await tokenFor('iris@example.com');
    const page = await visit(`/accept-invite?token=${token}`, { as: null });
    await page.getByText('You are invited as iris@example.com').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.type('Iris');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Lund');
    await page.keyboard.press('Tab');
    await page.keyboard.type('short');
    await page.keyboard.press('Enter');
    await page.getByText('weaker than this project requires').waitFor();
    await picture(page, 'accept-invite');
    await page.getByLabel('Password', { exact: true }).fill('long enough to pass');
    await page.keyboard.press('Enter');
    await isInside(page);
    const [iris] = await project.read<object[]>('/users?filter[email]=iris@example.com');
    expect(iris).toMatchObject({ first_name: 'Iris', last_name: 'Lund', status: 'active' });
    await page.goto(`/studio/${project.key}/accept-invite?token=${token}`);
    await page.getByLabel('First name').fill('Eve');
    await page.getByLabel('Password', { exact: true }).fill('long enough to pass');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'This invitation no longer works' }).waitFor();
    await project.write('PATCH', '/settings', [{ id: 11, value: '' }]);
  });

  it('a link that was cut off in a mail is explained, and shows no form', async () => {
    const invited = await visit('/accept-invite?token=eyJ0eXAi', { as: null });
    await invited.getByRole('heading', { name: 'This invitation no longer works' }).waitFor();
    expect(await invited.getByRole('textbox').count()).toBe(0);
    const reset = await visit('/reset-password?token=eyJ0eXAi', { as: null });
    await reset.getByText('is incomplete').waitFor();
    expect(await reset.getByRole('textbox').count()).toBe(0);
  });

  it('a role that requires a second factor has it set up before anything else', async () => {
    const { id: role } = await project.write<{ id: number }>('POST', '/roles', { name: 'Careful', enforce_2fa: true });
    await addPerson('kim', { role });
    const page = await visit('/content/articles', { as: null });
    await signIn(page, 'kim@example.com', 'kim-Secret-1');
    await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, 'second-factor');
    const secret = ((await page.locator('[data-secret]').textContent()) ?? '').replace(/\s/g, '');
    await page.getByLabel('Code that the app shows').fill('12345');
    await page.getByRole('button', { name: 'Activate and go on' }).click();
    await page.getByText('This code is wrong').waitFor();
    await page.getByLabel('Code that the app shows').fill(codeOf(secret));
    await page.getByRole('button', { name: 'Activate and go on' }).click();
    await page.waitForURL(/\/content\/articles$/);
    await isInside(page);
  });

  it('no address leads anywhere else after signing in', async () => {
    const page = await visit('/sign-in?next=//evil.example/x', { as: null });
    await signIn(page, 'admin@example.com', ADMIN_PASSWORD);
    await isInside(page);
    expect(new URL(page.url()).pathname).toBe(`/studio/${project.key}`);
  });

  it('a server that is busy or unreachable is reported, and typed text stays', async () => {
    const page = await visit('/sign-in', { as: null });
    const error = { code: 7, message: 'Too many requests: try again in 240 seconds' };
    await page.route('**/auth/authenticate', (route) => route.fulfill({ status: 429, json: { error } }));
    await signIn(page, 'admin@example.com', 'whatever');
    await page.getByText('Try again in 4 minutes').waitFor();
    await page.unroute('**/auth/authenticate');
    await page.route('**/auth/authenticate', (route) => route.abort());
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('cannot be reached').waitFor();
    await expect(page.getByLabel('Password', { exact: true }).inputValue()).resolves.toBe('whatever');
  });

  it('single sign-on begins with the provider, returns to the page that was wanted, and reports failures', async () => {
    const page = await visit('/sign-in?next=%2Fother%2Fcontent', { as: null });
    const href = await page.getByRole('link', { name: 'Continue with Okta' }).getAttribute('href');
    const back = new URL(href ?? '', 'http://x').searchParams.get('redirect_url');
    expect(href).toContain(`/${project.key}/auth/sso/okta?mode=cookie`);
    expect(back).toBe(`/studio/${project.key}/sign-in?via=sso&next=${encodeURIComponent(`/${project.key}`)}`);
    await page.goto(`${back}&error=1&code=107&attributes%5Bemail%5D=zoe%40example.com`);
    await page.getByRole('alert').getByText('Nobody here has the address zoe@example.com').waitFor();
    await page.goto(`${back}&error=1&code=115`);
    await page.getByRole('alert').getByText('second factor').waitFor();
    const signedIn = await visit('/sign-in?via=sso');
    await isInside(signedIn);
  });

  it('sign-in pages are accessible at every width and in both themes', async () => {
    await project.write('PATCH', '/settings', [
      { id: 6, value: 'Questions? Ask **Ines**.\n\n[Help](https://help.example) [x](javascript:alert(1))' },
    ]);
    for (const [width, theme, paths] of [
      [1280, 'light', ['/sign-in', '/reset-password?token=a.b.c']],
      [390, 'dark', ['/sign-in', '/forgotten']],
    ] as const) {
      for (const path of paths) {
        const page = await visit(path, { as: null, width, theme });
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.getByRole('link', { name: 'Help' }).waitFor();
        expect(await accessibilityFaults(page), `${path} ${width} ${theme}`).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
        await picture(page, `door${path.split('?')[0]?.replace('/', '-')}-${width}-${theme}`);
        expect(await page.locator('a[href^=javascript]').count()).toBe(0);
      }
    }
  });

  it('a German browser gets German texts', async () => {
    const page = await visit('/sign-in', { as: null, locale: 'de-AT' });
    await page.getByLabel('E-Mail-Adresse').fill('admin@example.com');
    await page.getByLabel('Passwort', { exact: true }).fill('falsch');
    await page.getByRole('button', { name: 'Anmelden' }).click();
    await page.getByText('gehören nicht zusammen').waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    expect(await page.locator('body').textContent()).not.toMatch(/signIn\.|access\./);
  });

  it('projects can be chosen if there are several or none is known, and the last one is remembered', async () => {
    const page = await visit('/../?choose=1');
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
    expect(await page.getByRole('link', { name: 'Manage this server' }).getAttribute('href')).toBe('/studio/server');
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, 'projects');
    await page.getByLabel('Another project').fill('nowhere');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'There is no project “nowhere” here' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'See all projects' }).click();
    await page.getByRole('link', { name: project.key }).click();
    await isInside(page);
    await page.goto('/studio/');
    await isInside(page);
  });
});

onStudio('a project that opens slowly', ({ visit, project, server }) => {
  /** Navigates to another address without loading the page, like the browser's own buttons. */
  const go = (page: Page, path: string): Promise<unknown> =>
    page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, `/studio/${path}`);

  /** Answers requests about a project "elsewhere" like those about this one, but one of them late. */
  async function openElsewhere(page: Page, late: string, isSignedIn: boolean): Promise<() => Promise<void>> {
    const come = deferred();
    const elsewhere = `${server.base}/elsewhere/`;
    await page.route(`${elsewhere}**`, async (route) => {
      const url = route.request().url();
      if (url.includes(late)) await come.promise;
      if (url.includes('/auth/check')) await route.fulfill({ json: { data: { authenticated: isSignedIn } } });
      else
        await route.fulfill({ response: await route.fetch({ url: url.replace('/elsewhere/', `/${project.key}/`) }) });
    });
    const asked = page.waitForRequest((request) => request.url().includes(`${elsewhere}${late}`));
    const taken = await noteTaken(page);
    await go(page, 'elsewhere/me');
    await asked;
    return async () => {
      come.resolve();
      await taken(`${elsewhere}${late}`);
    };
  }

  it.each([
    ['users/me', true],
    ['auth/check', false],
  ])('is not shown once another is in the address: %s', async (late, isSignedIn) => {
    const page = await visit('/me');
    await page.getByRole('heading', { name: 'Profile' }).waitFor();
    // The page that must not be shown is already loaded: it would be shown at once.
    await go(page, `${project.key}/sign-in`);
    await page.getByLabel('E-mail').waitFor();
    await go(page, `${project.key}/me`);
    await page.getByRole('heading', { name: 'Profile' }).waitFor();
    const letGo = await openElsewhere(page, late, isSignedIn);
    await go(page, `${project.key}/me`);
    await page.getByRole('heading', { name: 'Profile' }).waitFor();
    await letGo();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    expect(new URL(page.url()).pathname).toBe(`/studio/${project.key}/me`);
    await page.getByRole('link', { name: 'People' }).click();
    await page.getByRole('heading', { name: 'People', exact: true }).first().waitFor();
    expect(asked.filter((path) => path.startsWith('/elsewhere/'))).toEqual([]);
  });

  it('accepts no input that would be lost while it is being reopened', async () => {
    const page = await visit('/me');
    await page.getByLabel('Title').fill('Editor');
    const come = deferred();
    await page.route('**/collections?*', async (route) => {
      await come.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Save profile' }).click();
    await page.getByText('Your profile is saved.').waitFor();
    const title = page.getByLabel('Title');
    const isWriting = (): Promise<boolean> => title.evaluate((field) => field === document.activeElement);
    await title.focus();
    expect(await isWriting()).toBe(false);
    come.resolve();
    await expect.poll(() => title.focus().then(isWriting)).toBe(true);
    expect(await title.inputValue()).toBe('Editor');
  });
});
