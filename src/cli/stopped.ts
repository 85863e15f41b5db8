const ECHO_MS = 500;

/** Resolves at the first SIGTERM or SIGINT. From then on, another signal ends the process at once. */
export function stopped(): Promise<void> {
  return new Promise((done) => {
    let since: number | null = null;
    const handle = (signal: NodeJS.Signals): void => {
      const now = performance.now();
      if (since === null) {
        since = now;
        done();
      } else if (signal === 'SIGTERM' || now - since > ECHO_MS) process.exit(1);
    };
    // On Ctrl-C, a terminal signals both npm and this process, and npm forwards its signal: that echo does not count as
    // a second one.
    process.on('SIGINT', handle).on('SIGTERM', handle);
  });
}
