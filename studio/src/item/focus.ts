const FOCUSABLE =
  'input:not([type=hidden]):not(:disabled), textarea:not(:disabled), select:not(:disabled), [contenteditable=true], button:not(:disabled), [tabindex="0"]';

/** Scrolls to the first of some fields within an element, and focuses it. */
export function focusField(root: HTMLElement | null, names: readonly string[]): void {
  const fields = [...(root?.querySelectorAll<HTMLElement>('[data-field]') ?? [])];
  const first = fields.find(({ dataset }) => names.includes(dataset.field ?? ''));
  const control =
    first?.querySelector<HTMLElement>('[aria-invalid=true]') ?? first?.querySelector<HTMLElement>(FOCUSABLE);
  first?.scrollIntoView({ block: 'center' });
  control?.focus({ preventScroll: true });
}
