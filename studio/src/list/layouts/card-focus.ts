/** The cards of a board in the document: columns are sections, and each card knows its index. */
export class CardFocus {
  readonly #board: () => HTMLElement | null;

  constructor(board: () => HTMLElement | null) {
    this.#board = board;
  }

  /** The key of the card that has the focus. */
  get key(): string | null {
    return this.#card()?.dataset.card ?? null;
  }

  /** Focuses a card. */
  show(key: string): void {
    focusLink(this.#board()?.querySelector<HTMLElement>(`[data-card="${CSS.escape(key)}"]`));
  }

  /** Moves the focus by columns, or by positions within a column. */
  move(columns: number, places: number): void {
    const card = this.#card();
    const cards = card ? this.#cardsBeside(card, columns) : [];
    const index = Number(card?.dataset.indexInColumn) + places;
    const exact = cards.find((each) => Number(each.dataset.indexInColumn) === index);
    focusLink(exact ?? (columns === 0 ? null : cards.at(-1)));
  }

  #card(): HTMLElement | null {
    const card = document.activeElement?.closest<HTMLElement>('[data-card]') ?? null;
    return card && this.#board()?.contains(card) ? card : null;
  }

  #cardsBeside(card: HTMLElement, columns: number): readonly HTMLElement[] {
    const all = [...(this.#board()?.querySelectorAll('section') ?? [])];
    const at = all.findIndex((column) => column.contains(card));
    return [...(all[at + columns]?.querySelectorAll<HTMLElement>('[data-card]') ?? [])];
  }
}

const focusLink = (card: HTMLElement | null | undefined): void => card?.querySelector<HTMLElement>('a')?.focus();
