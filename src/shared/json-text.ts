/** A value as JSON that is written already. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** The list of what these texts stand for. */
  static listOf(texts: readonly string[]): JsonText {
    return new JsonText(`[${texts.join(',')}]`);
  }

  /** What it stands for. */
  get value(): unknown {
    return JSON.parse(this.text);
  }
}
