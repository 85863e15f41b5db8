/** What a request body may be. */
export interface BodyLimits {
  /** Bytes of a body whose sender is not known. */
  readonly publicBytes: number;
  /** Bytes of any other body. */
  readonly bytes: number;
}

/** How many clients may be connected. */
export interface ConnectionLimits {
  readonly total: number;
  /** From one address; this machine and trusted proxies may have as many as they like. */
  readonly perAddress: number;
}

/** How long clients may take. */
export interface ClientTimes {
  /** For the headers of a request. */
  readonly headersMs: number;
  /** For a body to begin to arrive at its lowest rate. */
  readonly bodyMs: number;
  /** For an answer of which nothing is read. */
  readonly stalledMs: number;
  /** Between two looks for connections that take too long over their headers. */
  readonly checkMs: number;
  /** For reading an answer that was given before the request was whole. */
  readonly lingerMs: number;
}

export const CLIENT_TIMES: ClientTimes = {
  headersMs: 15_000,
  bodyMs: 15_000,
  stalledMs: 25_000,
  checkMs: 2_000,
  lingerMs: 1_000,
};
