/** How many levels above the element at the pointer the one that clips its text may be. */
const LEVELS = 3;

/** Elements whose titles were set here, and may be changed. */
const titled = new WeakSet<HTMLElement>();

/** Shows a text that is cut off with an ellipsis in full, as a tooltip, when the pointer is over it. */
export const titleClippedTexts = (document: Document): void =>
  document.addEventListener('pointerover', titleClipped, { passive: true });

function titleClipped({ target }: Event): void {
  const line = clippingAt(target);
  if (line && (titled.has(line) || !line.hasAttribute('title'))) retitle(line);
}

function clippingAt(target: EventTarget | null): HTMLElement | null {
  let at = target instanceof HTMLElement ? target : null;
  for (let level = 0; at && level < LEVELS; level++) {
    if (getComputedStyle(at).textOverflow === 'ellipsis') return at;
    at = at.parentElement;
  }
  return null;
}

function retitle(line: HTMLElement): void {
  if (line.scrollWidth > line.clientWidth) {
    titled.add(line);
    line.title = line.textContent.trim();
  } else if (titled.has(line)) line.removeAttribute('title');
}
