const ECHO_MS = 500;

/** Resolves at the first SIGTERM or SIGINT. From then on a second signal ends the process at once. */
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
    // A terminal sends Ctrl-C to npm and this process, and npm forwards its own: that echo is not a second request.
    process.on('SIGINT', handle).on('SIGTERM', handle);
  });
}
