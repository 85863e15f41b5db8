/** A command has done what it could and has said so: the process ends with code 1. */
export class Incomplete extends Error {}
