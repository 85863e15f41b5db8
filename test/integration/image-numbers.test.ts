import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { onEveryEngine } from '../support/on-every-engine.ts';

onEveryEngine('the numbers of an image', ({ project, server }) => {
  const hashes: Record<string, string> = {};

  const ask = (name: string, query: string): Promise<Response> =>
    fetch(`${server.base}/${project.key}/assets/${hashes[name]}?${query}`);
  const codeOf = async (answer: Response): Promise<unknown[]> => [
    answer.status,
    answer.ok
      ? (await answer.arrayBuffer()) && null
      : ((await answer.json()) as { error: { code: number } }).error.code,
  ];
  const allow = async (presets: readonly unknown[]): Promise<void> => {
    const [row] = await project.read<{ id: number }[]>('/settings?filter[key]=asset_whitelist');
    await project.write('PATCH', `/settings/${row?.id}`, { value: presets });
  };

  beforeAll(async () => {
    const image = sharp({ create: { width: 40, height: 30, channels: 3, background: '#a53' } });
    for (const [name, bytes] of Object.entries({
      jpg: await image.jpeg().toBuffer(),
      webp: await image.webp().toBuffer(),
    })) {
      const file = { data: bytes.toString('base64'), filename_download: `a.${name}`, filename_disk: `a.${name}` };
      hashes[name] = (await project.write<{ private_hash: string }>('POST', '/files', file)).private_hash;
    }
  });

  it.each([
    ['10', '10', '50.5'],
    ['10', '10', '0.5'],
    ['10', '10', '99.9'],
    ['10', '10', '1e-3'],
    ['10', '10', 'NaN'],
    ['10', '10', '1e400'],
    ['10.5', '10', '50'],
    ['10', '10.5', '50'],
    ['NaN', '10', '50'],
    ['10', '1e400', '50'],
    ['99999999999999999999', '10', '50'],
  ])('are refused as w=%s, h=%s, q=%s', async (w, h, q) => {
    await allow([]);
    for (const name of ['jpg', 'webp'])
      for (const fit of ['crop', 'contain'])
        expect(await codeOf(await ask(name, `w=${w}&h=${h}&f=${fit}&q=${q}`)), `${name}, ${fit}`).toEqual([422, 12]);
  });

  it('may be whole numbers in any notation', async () => {
    await allow([]);
    expect(await codeOf(await ask('jpg', 'w=1e2&h=10.0&f=crop&q=5e1'))).toEqual([200, null]);
  });

  it('are rounded for the quality of a preset, and refused for its sides', async () => {
    const preset = { key: 'soft', width: 10, height: 10, fit: 'crop', quality: 70.5 };
    await allow([preset, { ...preset, key: 'wide', width: 10.5 }, { ...preset, key: 'tall', height: 10.5 }]);
    for (const name of ['jpg', 'webp']) {
      expect(await codeOf(await ask(name, 'key=soft'))).toEqual([200, null]);
      expect(await codeOf(await ask(name, 'w=10&h=10&f=crop&q=70.5'))).toEqual([422, 12]);
      expect(await codeOf(await ask(name, 'w=10&h=10&f=crop&q=70'))).toEqual([200, null]);
      for (const key of ['wide', 'tall']) expect(await codeOf(await ask(name, `key=${key}`))).toEqual([422, 12]);
    }
  });
});
