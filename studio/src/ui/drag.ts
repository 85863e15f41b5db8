import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import type { Directive } from 'vue';

/** What is dragged: its kind, by which targets accept it, and its data. */
export interface Dragged {
  readonly kind: string;
  readonly data: unknown;
}

/** What an element does with what is dropped on it. */
export interface DropTarget {
  readonly kinds: readonly string[];
  readonly drop: (data: never, element: HTMLElement, event: { readonly y: number }) => void;
  /** Whether it takes this one. */
  readonly accepts?: (data: never) => boolean;
}

const ends = new WeakMap<HTMLElement, () => void>();
const values = new WeakMap<HTMLElement, unknown>();

/** `v-drag="{ kind, data }"`: the element can be dragged; null: it cannot. */
export const vDrag: Directive<HTMLElement, Dragged | null> = {
  mounted: (element, { value }) => start(element, value),
  updated: (element, { value, oldValue }) => {
    values.set(element, value);
    if (Boolean(value) !== Boolean(oldValue)) {
      stop(element);
      start(element, value);
    }
  },
  beforeUnmount: stop,
};

function start(element: HTMLElement, value: Dragged | null): void {
  values.set(element, value);
  if (!value) return;
  const end = draggable({
    element,
    getInitialData: () => ({ dragged: values.get(element) }),
    onDragStart: () => element.setAttribute('data-dragged', ''),
    onDrop: () => element.removeAttribute('data-dragged'),
  });
  ends.set(element, end);
}

function stop(element: HTMLElement): void {
  ends.get(element)?.();
  ends.delete(element);
}

/** `v-drop="{ kinds, drop }"`: the element takes what is dropped on it; the innermost one that does wins. */
export const vDrop: Directive<HTMLElement, DropTarget | null> = {
  mounted: (element, { value }) => {
    targets.set(element, value);
    dropEnds.set(element, listen(element));
  },
  updated: (element, { value }) => {
    targets.set(element, value);
  },
  beforeUnmount: (element) => dropEnds.get(element)?.(),
};

const targets = new WeakMap<HTMLElement, DropTarget | null>();
const dropEnds = new WeakMap<HTMLElement, () => void>();
const draggedOf = (source: { readonly data: Record<string | symbol, unknown> }): Dragged | undefined =>
  source.data.dragged as Dragged | undefined;

function listen(element: HTMLElement): () => void {
  const leave = (): void => element.removeAttribute('data-over');
  return dropTargetForElements({
    element,
    canDrop: ({ source }) => takes(targets.get(element) ?? null, draggedOf(source)),
    onDropTargetChange: ({ location }) =>
      element.toggleAttribute('data-over', location.current.dropTargets[0]?.element === element),
    onDragLeave: leave,
    onDrop: ({ source, location }) => {
      leave();
      if (location.current.dropTargets[0]?.element !== element) return;
      const y = location.current.input.clientY;
      targets.get(element)?.drop(draggedOf(source)?.data as never, element, { y });
    },
  });
}

function takes(target: DropTarget | null, dragged: Dragged | undefined): boolean {
  if (!target || !dragged || !target.kinds.includes(dragged.kind)) return false;
  return target.accepts?.(dragged.data as never) ?? true;
}
