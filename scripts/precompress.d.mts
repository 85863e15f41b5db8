/** Writes `.br` and `.gz` files beside the texts in a folder, where they are smaller. */
export function precompress(folder: string): Promise<void>;
