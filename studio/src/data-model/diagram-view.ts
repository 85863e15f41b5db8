import { computed, ref } from 'vue';

const MIN_SCALE = 0.1;
const MAX_SCALE = 2.5;

/** The visible part of a drawing: its scale and its offset. */
export function useDiagramView(size: () => { readonly width: number; readonly height: number }) {
  const scale = ref(1);
  const x = ref(0);
  const y = ref(0);

  /** Zooms by a factor around the pointer. */
  function zoom(factor: number, at: { readonly x: number; readonly y: number }): void {
    const next = Math.min(MAX_SCALE, Math.max(MIN_SCALE, scale.value * factor));
    x.value = at.x - ((at.x - x.value) * next) / scale.value;
    y.value = at.y - ((at.y - y.value) * next) / scale.value;
    scale.value = next;
  }

  /** Fits all of it into the window, but never enlarges it. */
  function fit(width: number, height: number): void {
    const all = size();
    const next = Math.min(1, (width - 32) / Math.max(1, all.width), (height - 32) / Math.max(1, all.height));
    scale.value = Math.max(MIN_SCALE, next);
    x.value = (width - all.width * scale.value) / 2;
    y.value = (height - all.height * scale.value) / 2;
  }

  /** Moves a point of the drawing to the centre. */
  function centre(point: { readonly x: number; readonly y: number }, width: number, height: number): void {
    x.value = width / 2 - point.x * scale.value;
    y.value = height / 2 - point.y * scale.value;
  }

  const pan = (byX: number, byY: number): void => {
    x.value += byX;
    y.value += byY;
  };
  const transform = computed(() => `translate(${x.value} ${y.value}) scale(${scale.value})`);
  return { scale, transform, zoom, fit, centre, pan };
}
