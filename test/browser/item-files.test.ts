import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { makeAlbum, makeAlbums } from '../support/albums.ts';
import { accessibilityFaults } from '../support/axe.ts';
import { deferred } from '../support/deferred.ts';
import { jpeg, uploadTo } from '../support/file-samples.ts';
import { onStudio } from '../support/studio.ts';

onStudio('receiving and viewing files', ({ visit, picture, project }) => {
  let album = 0;
  beforeAll(async () => {
    await makeAlbums(project);
    album = await makeAlbum(project, 'Found sounds', []);
  });

  /** Puts a picture on the clipboard, as if it had been copied. */
  async function copyPicture(page: Page): Promise<void> {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(async () => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 120, height: 80 });
      canvas.getContext('2d')?.fillRect(0, 0, 60, 80);
      const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done));
      if (blob) await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]);
    });
  }
  const newest = async (): Promise<unknown> =>
    (await project.read<unknown[]>('/files?sort=-id&limit=1&fields=type,width'))[0];

  it('are pasted into a selected field, and into the library', async () => {
    const page = await visit(`/content/albums/${album}`);
    const cover = page.locator('[data-field="cover"]');
    await cover.getByText('Drop a file here, paste one, or').click();
    await copyPicture(page);
    await page.keyboard.press('Control+v');
    await cover.getByRole('img', { name: /^Preview of/ }).waitFor();
    expect(await newest()).toEqual({ type: 'image/png', width: 120 });
    await picture(page, 'pasted');
    expect(await accessibilityFaults(page)).toEqual([]);
    const before = await project.read<unknown[]>('/files?fields=id');
    await page.goto(page.url().replace(/content.*/, 'files'));
    await page.getByRole('button', { name: 'Upload' }).waitFor();
    await page.keyboard.press('Control+v');
    await page.getByText('1 file uploaded').waitFor();
    expect(await project.read<unknown[]>('/files?fields=id')).toHaveLength(before.length + 1);
  });

  it('are fetched from a URL, and a URL inside the server’s network is refused with a reason', async () => {
    const page = await visit(`/content/albums/${album}`);
    const cover = page.locator('[data-field="cover"]');
    await cover.getByRole('button', { name: 'From an address' }).click();
    const address = cover.getByRole('textbox', { name: 'Address of an image or a PDF' });
    await address.fill('http://169.254.169.254/latest/x.png');
    await page.keyboard.press('Enter');
    await cover
      .getByRole('alert')
      .getByText(/was not uploaded:/)
      .waitFor();
    await picture(page, 'address-refused');
    expect(await accessibilityFaults(page)).toEqual([]);
    await cover.getByRole('button', { name: 'Dismiss' }).click();
    await answerAddress(page, 'https://pictures.example/harbour.jpg');
    await cover.getByRole('button', { name: 'From an address' }).click();
    await address.fill('https://pictures.example/harbour.jpg');
    await cover.getByRole('button', { name: 'Fetch' }).click();
    await cover.getByRole('img', { name: 'Preview of Harbour' }).waitFor();
  });

  /** Holds back the first file that is sent until the returned function is called. */
  async function holdBackFirst(page: Page): Promise<() => void> {
    const come = deferred();
    let sent = 0;
    await page.route('**/files?*', async (route) => {
      if (route.request().method() === 'POST' && sent++ === 0) await come.promise;
      await route.continue();
    });
    return come.resolve;
  }

  it('give way to a file that is chosen or uploaded while they are on their way', async () => {
    await uploadTo(project, 'lighthouse.jpg', await jpeg(90));
    const page = await visit(`/content/albums/${await makeAlbum(project, 'Slow sounds', [])}`);
    const cover = page.locator('[data-field="cover"]');
    const send = async (name: string): Promise<void> => {
      const buffer = await jpeg(60);
      await cover.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/jpeg', buffer });
    };
    const shows = async (name: string, letGo: () => void): Promise<void> => {
      await cover.getByRole('img', { name: `Preview of ${name}` }).waitFor();
      letGo();
      await cover.getByRole('progressbar').waitFor({ state: 'detached' });
      await page.waitForLoadState('networkidle');
      await cover.getByRole('img', { name: `Preview of ${name}` }).waitFor();
    };
    const letFerryGo = await holdBackFirst(page);
    await send('ferry.jpg');
    await cover.getByText('Uploading ferry.jpg').waitFor();
    await cover.getByRole('button', { name: 'Library' }).click();
    await page.getByRole('dialog').getByRole('option', { name: 'Lighthouse' }).click();
    await page.keyboard.press('Enter');
    await shows('Lighthouse', letFerryGo);
    const letBargeGo = await holdBackFirst(page);
    await send('barge.jpg');
    await cover.getByText('Uploading barge.jpg').waitFor();
    await send('canal.jpg');
    await shows('Canal', letBargeGo);
  });

  it('do not change a choice in the library that was made after they were sent', async () => {
    await uploadTo(project, 'windmill.jpg', await jpeg(60));
    const page = await visit(`/content/albums/${await makeAlbum(project, 'Still pictures', [])}`);
    await page.locator('[data-field="cover"]').getByRole('button', { name: 'Library' }).click();
    const library = page.getByRole('dialog');
    const option = (name: string) => library.getByRole('option', { name });
    const letGo = await holdBackFirst(page);
    await library.locator('input[type=file]').setInputFiles({
      name: 'tractor.jpg',
      mimeType: 'image/jpeg',
      buffer: await jpeg(80),
    });
    await option('Windmill').click();
    letGo();
    await option('Tractor').waitFor();
    await page.waitForLoadState('networkidle');
    expect(await option('Windmill').getAttribute('aria-selected')).toBe('true');
    expect(await option('Tractor').getAttribute('aria-selected')).toBe('false');
  });

  /** Stands in for the web: the data that the server would fetch is sent with the request. */
  const answerAddress = (page: Page, address: string): Promise<unknown> =>
    page.route('**/files?*', async (route) => {
      const body = route.request().postDataJSON() as { readonly data?: unknown } | null;
      if (body?.data !== address) return route.continue();
      const data = (await jpeg(200)).toString('base64');
      return route.continue({ postData: JSON.stringify({ ...body, data, filename_download: 'harbour.jpg' }) });
    });

  it('are shown according to their kind: images, sounds, films, PDFs and texts', async () => {
    const page = await visit('/files');
    const panel = page.locator('.preview');
    const open = async (id: number): Promise<void> => {
      await page.goto(page.url().replace(/files.*/, `files?file=${id}`));
      await panel.waitFor();
    };
    await open(await uploadTo(project, 'quay.jpg', await jpeg(120)));
    await expect
      .poll(() => panel.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth), PATIENT)
      .toBeGreaterThan(0);
    await open(await uploadTo(project, 'tone.wav', tone()));
    await expect.poll(() => panel.locator('audio').evaluate(lengthOf), PATIENT).toBeCloseTo(0.5, 1);
    await picture(page, 'preview-audio');
    expect(await accessibilityFaults(page)).toEqual([]);
    await open(await uploadTo(project, 'film.webm', Buffer.from(await film(page), 'base64')));
    await expect
      .poll(() => panel.locator('video').evaluate((video: HTMLVideoElement) => video.videoWidth), PATIENT)
      .toBe(64);
    await picture(page, 'preview-video');
    await open(await uploadTo(project, 'paper.pdf', PDF));
    const source = (await panel.locator('iframe').getAttribute('src')) ?? '';
    expect((await page.request.get(source)).headers()['content-type']).toBe('application/pdf');
    await picture(page, 'preview-pdf');
    expect(await accessibilityFaults(page)).toEqual([]);
    await open(await uploadTo(project, 'notes.txt', 'Tide at six.\n<b>Not bold</b>'));
    await panel.getByText('Tide at six.').waitFor();
    expect(await panel.locator('b').count()).toBe(0);
    await picture(page, 'preview-text');
  });
});

const PATIENT = { timeout: 15_000 };
const lengthOf = (sound: HTMLAudioElement): number => sound.duration || 0;

/** A tone of half a second, as a WAV file. */
function tone(): Buffer {
  const [rate, count] = [8000, 4000];
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + count, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(count, 40);
  const wave = Array.from({ length: count }, (_, at) => 128 + Math.round(60 * Math.sin(at / 3)));
  return Buffer.concat([head, Buffer.from(wave)]);
}

/** A short film of a changing square, recorded by the browser, as base64. */
const film = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 64 });
    const context = canvas.getContext('2d');
    const recorder = new MediaRecorder(canvas.captureStream(10), { mimeType: 'video/webm' });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const stopped = new Promise((done) => {
      recorder.onstop = done;
    });
    recorder.start();
    for (let frame = 0; frame < 8; frame++) {
      if (context) context.fillStyle = `hsl(${frame * 40} 60% 50%)`;
      context?.fillRect(0, 0, 64, 64);
      await new Promise((next) => setTimeout(next, 60));
    }
    recorder.stop();
    await stopped;
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  });

/** An empty page. */
const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`;
