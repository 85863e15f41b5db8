import { expect, it } from 'vitest';
import { nextTick, shallowRef } from 'vue';
import { useStored } from '../src/ui/use-stored.ts';

it('a form shows what is read anew, but for what was typed', async () => {
  const stored = shallowRef({ name: '', title: '' });
  const form = useStored(stored);
  stored.value = { name: 'Ines', title: '' };
  await nextTick();
  form.title = 'Editor';
  stored.value = { name: 'Inês', title: 'Author' };
  await nextTick();
  expect(form).toEqual({ name: 'Inês', title: 'Editor' });
  stored.value = { name: 'Inês', title: 'Editor' };
  await nextTick();
  stored.value = { name: 'Inês', title: 'Publisher' };
  await nextTick();
  expect(form.title).toBe('Publisher');
});
