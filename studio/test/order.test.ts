import { expect, it, vi } from 'vitest';
import { type App, ref, shallowRef } from 'vue';
import { type Project, projectKey } from '../src/api/project.ts';
import type { ShownRow } from '../src/editors/relational/changes.ts';
import type { ListOf } from '../src/editors/relational/shape.ts';
import type { List } from '../src/editors/relational/use-list.ts';
import { useOrder } from '../src/editors/relational/use-order.ts';
import { type Rows, useRowsByPage } from '../src/editors/relational/use-rows.ts';
import { type Form, formKey, makeForm } from '../src/item/form.ts';
import { collectionFor } from './collections.ts';
import { within } from './support/within.ts';

interface Query {
  readonly offset: number;
  readonly limit: number;
  readonly signal: AbortSignal;
}

/** Where the pages begin that were asked for, and those that were not broken off. */
class Reads {
  asked: readonly number[] = [];
  answered: readonly number[] = [];
}

const SIXTY = Array.from({ length: 60 }, (_, index) => ({ id: index + 1, place: index + 1 }));
const SHAPE = { key: 'id', isGenerated: true, foreign: 'article', far: null, sort: 'place' };
const LIST = { shape: SHAPE, rows: 'comments', paths: ['id', 'place'] } as unknown as ListOf;

/** Whatever it observes is in view. */
class InView {
  readonly observe: () => void;
  readonly disconnect = (): void => undefined;
  constructor(tell: (entries: readonly { isIntersecting: boolean }[]) => void) {
    this.observe = () => tell([{ isIntersecting: true }]);
  }
}

/** An item with a list of 60, of which the first page is read. The reads that follow are told in `reads`. */
async function itemWithSixty(reads: Reads): Promise<{ readonly form: Form; readonly rows: Rows }> {
  vi.stubGlobal('IntersectionObserver', InView);
  const form = makeForm(collectionFor({}));
  form.take('9', {});
  const list = async ({ offset, limit, signal }: Query): Promise<unknown> => {
    reads.asked = [...reads.asked, offset];
    await new Promise((come) => setTimeout(come, 5));
    if (signal.aborted || reads.asked.length > 20) throw new Error('broken off');
    reads.answered = [...reads.answered, offset];
    return SIXTY.slice(offset, offset + limit);
  };
  const client = { items: () => ({ list }) };
  const provide = (app: App<object>): void => {
    app.provide(projectKey, shallowRef({ client } as unknown as Project));
    app.provide(formKey, form);
  };
  const rows = within(provide, () => useRowsByPage(LIST, ref({} as HTMLElement)));
  await expect.poll(() => rows.stored.value.length).toBe(50);
  Object.assign(reads, new Reads());
  return { form, rows };
}

it('reads the rest of a list once, however many wait for it', async () => {
  const reads = new Reads();
  const { rows } = await itemWithSixty(reads);
  await Promise.all([rows.all(), rows.all(), rows.all()]);
  expect(reads).toEqual({ asked: [50], answered: [50] });
  expect([rows.stored.value.length, rows.error.value]).toEqual([60, null]);
});

it('reads an item that is saved meanwhile anew before the rest of its list', async () => {
  const reads = new Reads();
  const { form, rows } = await itemWithSixty(reads);
  const rest = rows.all();
  form.take('9', {});
  await rest;
  expect(reads).toEqual({ asked: [50, 0, 50], answered: [0, 50] });
  expect(rows.stored.value.length).toBe(60);
});

const rowOf = (id: string): ShownRow => ({ id, key: id, values: { id }, state: 'stored' });

it('moves a row twice by two quick steps, each from where it stands once all rows are read', async () => {
  const shown = shallowRef(['a', 'b', 'c'].map(rowOf));
  const reads: (() => void)[] = [];
  const all = (): Promise<void> => new Promise((read) => reads.push(read));
  const move = (from: number, to: number): void => {
    shown.value = shown.value.toSpliced(from, 1).toSpliced(to, 0, shown.value[from] as ShownRow);
  };
  const list = { shown, all, move } as unknown as List;
  const { step } = useOrder(list, { nameOf: ({ id }) => id, mayMove: () => true, root: ref(null) });
  step(rowOf('c'), -1);
  step(rowOf('c'), -1);
  await expect.poll(() => reads.length).toBe(1);
  shown.value = ['a', 'b', 'new', 'c'].map(rowOf);
  reads[0]?.();
  await expect.poll(() => reads.length).toBe(2);
  reads[1]?.();
  await expect.poll(() => shown.value.map(({ id }) => id)).toEqual(['a', 'c', 'b', 'new']);
});
