import { beforeAll, expect, it } from 'vitest';
import { id, text } from '../../support/fields.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';

onEveryEngine('true and false sent for a text', ({ project }) => {
  beforeAll(async () => {
    const fields = [
      id,
      text('word', { validation: '/^[a-z]+$/' }),
      text('digit', { length: 1, validation: '/^\\d$/' }),
      text('title'),
      { ...text('slug'), type: 'slug', options: { mirroredField: 'title' } },
    ];
    await project.write('POST', '/collections', { collection: 'notes', fields });
  });

  it('are judged by the text that is stored', async () => {
    const { status, body } = await project.ask('POST', '/items/notes', { word: true });
    expect([status, body.error?.code]).toEqual([422, 4]);
    expect(await project.write('POST', '/items/notes', { digit: true })).toMatchObject({ digit: '1' });
    expect(await project.write('POST', '/items/notes', { word: false, digit: false })).toMatchObject({
      word: '',
      digit: '',
    });
  });

  it('give a slug of that text', async () => {
    expect(await project.write('POST', '/items/notes', { title: true })).toMatchObject({ title: '1', slug: '1' });
    expect(await project.write('POST', '/items/notes', { title: false })).toMatchObject({ title: '', slug: '' });
  });
});
