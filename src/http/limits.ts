/** Limits of request bodies. */
export interface BodyLimits {
  /** Bytes of a body without authentication. */
  readonly publicBytes: number;
  /** Bytes of any other body. */
  readonly bytes: number;
}

/** Limits of connections. */
export interface ConnectionLimits {
  readonly total: number;
  /** Per address; the local machine and trusted proxies are exempt. */
  readonly perAddress: number;
}

/** Limits of the requests of a project. */
export interface RequestLimits {
  /** How many may be handled at a time. */
  readonly atOnce: number;
  /** How many may wait. */
  readonly waiting: number;
}

/** Time limits for clients. */
export interface ClientTimes {
  /** For request headers. */
  readonly headersMs: number;
  /** For a body to reach the minimum rate. */
  readonly bodyMs: number;
  /** For a response that is not being read. */
  readonly stalledMs: number;
  /** Interval of checks for slow headers. */
  readonly checkMs: number;
  /** For reading a response that was sent before the request was complete. */
  readonly lingerMs: number;
  /** For a last request on a connection that is idle when the server stops. */
  readonly idleMs: number;
}

export const CLIENT_TIMES: ClientTimes = {
  headersMs: 15_000,
  bodyMs: 15_000,
  stalledMs: 25_000,
  checkMs: 2_000,
  lingerMs: 1_000,
  idleMs: 1_000,
};
