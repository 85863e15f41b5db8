/** The title of an item of a collection, as soon as it is known; its key until then. */
export type TitleOf = (collection: string, key: unknown) => string;
