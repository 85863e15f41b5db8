import type { Printed, Printer } from '../dialects/dialect.ts';
import { Lru } from '../shared/lru.ts';

/**
 * Caches the printed statement of each form per printer. The text depends only on the form, so it never becomes stale.
 */
export class PrintedForms<T = Printed> {
  readonly #capacity: number;
  readonly #printed = new WeakMap<Printer, Lru<string, T>>();

  /** `capacity` is the number of forms kept per printer. */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** The statement of a form; calls `print` if it is not cached. */
  of(printer: Printer, form: string, print: () => T): T {
    const forms = this.#formsOf(printer);
    const known = forms.get(form);
    if (known) return known;
    const printed = print();
    forms.set(form, printed);
    return printed;
  }

  #formsOf(printer: Printer): Lru<string, T> {
    const known = this.#printed.get(printer);
    if (known) return known;
    const forms = new Lru<string, T>(this.#capacity);
    this.#printed.set(printer, forms);
    return forms;
  }
}
