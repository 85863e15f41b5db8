/** A value that is already serialised as JSON. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /**
   * The JSON list of these values. It is built by concatenation rather than `join`, so that it is copied only once,
   * when it is encoded.
   */
  static listOf(texts: readonly string[]): JsonText {
    let list = '';
    for (const text of texts) list += list === '' ? text : `,${text}`;
    return new JsonText(`[${list}]`);
  }

  /** The parsed value. */
  get value(): unknown {
    return JSON.parse(this.text);
  }
}
