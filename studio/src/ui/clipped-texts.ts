/** How many elements around the one below the pointer are looked at for one that clips its text. */
const LEVELS = 3;

/** Elements whose titles were set here, and may be changed. */
const titled = new WeakSet<HTMLElement>();

/** Lets a text that is too long for its line be read in full: it is the title of its line below the pointer. */
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
