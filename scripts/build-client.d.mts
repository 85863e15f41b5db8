/** Writes the module and its types to a folder, client/dist by default. */
export function buildClient(folder?: string): Promise<void>;

/** Writes the module alone. */
export function bundleTo(folder: string): Promise<void>;
