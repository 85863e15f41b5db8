import type { Printed, Printer } from '../dialects/dialect.ts';
import { Lru } from '../shared/lru.ts';

/** Prints each form of a statement once for each printer. Nothing but the form goes into the text, so none is ever out of date. */
export class PrintedForms {
  readonly #capacity: number;
  readonly #printed = new WeakMap<Printer, Lru<string, Printed>>();

  /** `capacity` is how many forms are kept for each printer. */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** The statement of a form; `print` is called where it is not known. */
  of(printer: Printer, form: string, print: () => Printed): Printed {
    const forms = this.#formsOf(printer);
    const known = forms.get(form);
    if (known) return known;
    const printed = print();
    forms.set(form, printed);
    return printed;
  }

  #formsOf(printer: Printer): Lru<string, Printed> {
    const known = this.#printed.get(printer);
    if (known) return known;
    const forms = new Lru<string, Printed>(this.#capacity);
    this.#printed.set(printer, forms);
    return forms;
  }
}
