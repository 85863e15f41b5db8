/** The title of an item of a collection; its key until the title has been read. */
export type TitleOf = (collection: string, key: unknown) => string;
