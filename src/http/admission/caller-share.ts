const SHARE = 0.75;

/** How many of a number of slots or waiting places one caller may take. */
export const callerShare = (count: number): number => Math.max(1, Math.floor(count * SHARE));
