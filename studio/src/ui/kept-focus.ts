/** An element that has or contains the focus, and what is beside it. */
interface Place {
  readonly element: Element;
  readonly next: Element | null;
  readonly previous: Element | null;
}

const FRAME = 'main, [role="dialog"]';
/** No fields for text: a phone would show its keyboard. */
const TARGETS = 'a[href], button, summary, [tabindex="0"], input:is([type="checkbox"], [type="radio"])';

const kept = new WeakSet<Document>();

/**
 * Keeps the focus near an element that disappears with it, such as the button of a row that is deleted, and gives it back
 * to a button that is disabled while it is busy. Browsers give it to nothing, and a screen reader begins at the top.
 */
export function keepFocus(page: Document): void {
  if (kept.has(page)) return;
  kept.add(page);
  let places: readonly Place[] = [];
  let isDue = false;

  function mend(): void {
    isDue = false;
    const [own] = places;
    if (!own || page.activeElement !== page.body) return;
    if (!own.element.isConnected) focusFirst([...nearest(places), page.querySelector(FRAME)]);
    else if (isUsable(own.element)) focusFirst([own.element]);
  }

  page.addEventListener('focusin', ({ target }) => {
    places = placesOf(target as Element);
  });
  // Whoever clicks beside everything wants no focus.
  page.addEventListener('pointerdown', () => {
    places = [];
  });
  const changes = new MutationObserver(() => {
    if (isDue || places.length === 0 || page.activeElement !== page.body) return;
    isDue = true;
    // Whatever removes an element may itself give the focus to another one.
    setTimeout(mend);
  });
  changes.observe(page.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
}

/** An element and all that contain it, up to the page or the dialog that it is in. */
function placesOf(focused: Element): readonly Place[] {
  const frame = focused.closest(FRAME);
  const places: Place[] = [];
  for (let element: Element | null = focused; element; element = element === frame ? null : element.parentElement) {
    places.push({ element, next: element.nextElementSibling, previous: element.previousElementSibling });
    if (!frame) break;
  }
  return places;
}

/** What can get the focus instead of the innermost place, the nearest first. */
function* nearest(places: readonly Place[]): Generator<Element | undefined> {
  for (const { element, next, previous } of places) {
    if (element.isConnected && element.matches(FRAME)) yield element;
    else for (const beside of [element, next, previous]) yield* targetsIn(beside);
  }
}

function* targetsIn(element: Element | null): Generator<Element> {
  if (!element?.isConnected) return;
  const all = [element, ...element.querySelectorAll(TARGETS)];
  yield* all.filter((each) => each.matches(TARGETS) && isUsable(each));
}

const isUsable = (element: Element): boolean =>
  !element.matches(':disabled') && !element.closest('[inert]') && element.checkVisibility({ visibilityProperty: true });

function focusFirst(elements: Iterable<Element | null | undefined>): void {
  for (const element of elements)
    if (element instanceof HTMLElement) return void element.focus({ preventScroll: true });
}
