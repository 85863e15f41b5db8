import { afterEach, beforeEach } from 'vitest';
import { ServerProcess, temporaryFolder } from './server-process.ts';

/** A data folder for each test of a group, with the servers started on it; both are removed after the test. */
export function servedFolder() {
  let folder: ReturnType<typeof temporaryFolder>;
  let running: ServerProcess[];
  beforeEach(() => {
    folder = temporaryFolder();
    running = [];
  });
  afterEach(async () => {
    await Promise.all(running.map((server) => server.kill()));
    folder.remove();
  });
  const run = (args: readonly string[], environment: Readonly<Record<string, string>> = {}): ServerProcess => {
    const server = new ServerProcess(args, environment);
    running.push(server);
    return server;
  };
  return {
    get path(): string {
      return folder.path;
    },
    run,
    /** Starts a server on the folder, on a free port. */
    serve: (args: readonly string[] = [], environment: Readonly<Record<string, string>> = {}): ServerProcess =>
      run(['serve', '--data', folder.path, '--port', '0', ...args], environment),
  };
}
