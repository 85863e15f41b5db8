import { computed, ref } from 'vue';

const LEAST = 0.1;
const MOST = 2.5;

/** What of a drawing is seen: how large, and moved by how much. */
export function useDiagramView(size: () => { readonly width: number; readonly height: number }) {
  const scale = ref(1);
  const x = ref(0);
  const y = ref(0);

  /** Zooms by a factor, so that the point under the pointer stays there. */
  function zoom(factor: number, at: { readonly x: number; readonly y: number }): void {
    const next = Math.min(MOST, Math.max(LEAST, scale.value * factor));
    x.value = at.x - ((at.x - x.value) * next) / scale.value;
    y.value = at.y - ((at.y - y.value) * next) / scale.value;
    scale.value = next;
  }

  /** Shows all of it, but no larger than it is drawn. */
  function fit(width: number, height: number): void {
    const all = size();
    const next = Math.min(1, (width - 32) / Math.max(1, all.width), (height - 32) / Math.max(1, all.height));
    scale.value = Math.max(LEAST, next);
    x.value = (width - all.width * scale.value) / 2;
    y.value = (height - all.height * scale.value) / 2;
  }

  /** Brings a point of the drawing into the middle. */
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
