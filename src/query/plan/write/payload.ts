/** What a caller sends for one item. */
export type Payload = Readonly<Record<string, unknown>>;

/** What a payload has for a field; undefined if it was not sent, even if every object has a property of its name. */
export const sentIn = (payload: Payload, field: string): unknown =>
  Object.hasOwn(payload, field) ? payload[field] : undefined;
