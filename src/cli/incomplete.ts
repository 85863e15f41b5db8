/** Thrown when the command has reported a problem: the process exits with code 1. */
export class Incomplete extends Error {}
