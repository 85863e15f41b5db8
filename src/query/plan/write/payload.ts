/** What a caller sends for one item. */
export type Payload = Readonly<Record<string, unknown>>;
