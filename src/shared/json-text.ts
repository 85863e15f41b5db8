/** A value as JSON that is written already. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** The list of what these texts stand for. It is added up, not joined: so it is copied once, when it is encoded. */
  static listOf(texts: readonly string[]): JsonText {
    let list = '';
    for (const text of texts) list += list === '' ? text : `,${text}`;
    return new JsonText(`[${list}]`);
  }

  /** What it stands for. */
  get value(): unknown {
    return JSON.parse(this.text);
  }
}
