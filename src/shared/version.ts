/** The version of Octavo. */
export const VERSION = '0.1.0';

/** The version of the wire contract that clients look for. */
export const CONTRACT_VERSION = '8.8.1';
