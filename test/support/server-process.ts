import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtMain } from './built.ts';

/** How a process ended. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A server in its own process, on a free port. */
export class ServerProcess {
  readonly #child: ChildProcess;
  readonly #ended: Promise<Ended>;
  stdout = '';
  stderr = '';

  /**
   * Runs `octavo` with these arguments, without the caller's OCTAVO_* variables. `main` replaces its program,
   * `descriptors` limits how many files and connections it may have open, and `input` is its stdin.
   */
  constructor(
    args: readonly string[],
    environment: Readonly<Record<string, string>> = {},
    main: string = builtMain(),
    descriptors?: number,
    input?: string,
  ) {
    const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('OCTAVO_'));
    const command = [process.execPath, main, ...args];
    const [program = '', ...rest] =
      descriptors === undefined ? command : ['sh', '-c', `ulimit -n ${descriptors}; exec "$@"`, 'sh', ...command];
    this.#child = spawn(program, rest, {
      env: { ...Object.fromEntries(inherited), ...environment },
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
    // The process may end without reading it.
    this.#child.stdin?.on('error', () => {}).end(input);
    this.#child.stdout?.on('data', (chunk: Buffer) => {
      this.stdout += chunk;
    });
    this.#child.stderr?.on('data', (chunk: Buffer) => {
      this.stderr += chunk;
    });
    this.#ended = new Promise((done) => {
      this.#child.on('close', (code, signal) => done({ code, signal, stdout: this.stdout, stderr: this.stderr }));
    });
  }

  /** The address that the server prints; fails if the process ends first. */
  address(): Promise<string> {
    return this.printed(/Octavo listens at (\S+)\n/);
  }

  /** The first group of a pattern, as soon as stdout contains it. */
  async printed(pattern: RegExp): Promise<string> {
    for (;;) {
      const found = pattern.exec(this.stdout)?.[1];
      if (found !== undefined) return found;
      if (this.#child.exitCode !== null) throw new Error(`ended with ${this.#child.exitCode}: ${this.stderr}`);
      await new Promise((done) => setTimeout(done, 10));
    }
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  ended(): Promise<Ended> {
    return this.#ended;
  }

  /** Ends the process, if it is still running. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }
}

/** A temporary folder; `remove` deletes it. */
export function temporaryFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'octavo-test-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
