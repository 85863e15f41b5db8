import { computed, nextTick, type Ref, ref } from 'vue';
import { noticeFailure } from '../../api/queries.ts';
import { makeSerialQueue } from '../../api/serial-queue.ts';
import { t } from '../../i18n/messages.ts';
import { type ShownRow, stays } from './changes.ts';
import type { List } from './use-list.ts';

/** Moves rows of a list, and announces it to screen readers. */
export interface Order {
  readonly said: Readonly<Ref<string>>;
  /** Moves a row by some positions; it keeps the focus. */
  readonly step: (row: ShownRow, by: number) => void;
  /** Moves the row with an id to the position of another one. */
  readonly drop: (row: ShownRow, id: string) => void;
}

interface Moving {
  readonly nameOf: (row: ShownRow) => string;
  readonly mayMove: () => boolean;
  /** Contains the elements by which rows are moved: those with `data-row`. */
  readonly root: Readonly<Ref<HTMLElement | null>>;
}

/** Orders a list by dragging and by keys. */
export function useOrder(list: List, { nameOf, mayMove, root }: Moving): Order {
  const said = ref('');
  /** The position of a row among those that stay. */
  const places = computed(() => new Map(list.shown.value.filter(stays).map(({ id }, at) => [id, at])));
  const queue = makeSerialQueue();

  /** Moves a row after all rows have been read and earlier moves made, because its position is known only then. */
  function move(row: ShownRow, placeOf: () => number | undefined): void {
    queue(() => moveNow(row, placeOf)).catch(noticeFailure);
  }

  async function moveNow(row: ShownRow, placeOf: () => number | undefined): Promise<void> {
    await list.all();
    const [from, to] = [places.value.get(row.id), placeOf()];
    if (from === undefined || to === undefined || to < 0 || to >= places.value.size || to === from) return;
    list.move(from, to);
    said.value = t('relations.moved', { name: nameOf(row), place: to + 1, count: places.value.size });
    await nextTick();
    root.value?.querySelector<HTMLElement>(`[data-row="${CSS.escape(row.id)}"]`)?.focus();
  }

  return {
    said,
    step: (row, by) => {
      if (mayMove()) move(row, () => (places.value.get(row.id) ?? 0) + by);
    },
    drop: (row, id) => {
      const moved = list.shown.value.find((each) => each.id === id);
      if (moved) move(moved, () => places.value.get(row.id));
    },
  };
}
