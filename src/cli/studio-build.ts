import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import type { Logger } from 'pino';
import { BUILD_NOTE, type BuildState } from '../http/studio/build-state.ts';
import { messageOf } from '../shared/message-of.ts';

/**
 * Builds Studio in parallel with the server, with `scripts/build-studio.mjs`, in a process of low priority that ends
 * with the server. Without the script, as in a package that contains a built Studio, does nothing.
 */
export class StudioBuild {
  readonly #child: ChildProcess | null;
  readonly #log: Logger;
  readonly #output: string;
  readonly #studio: string;
  #stopped = false;

  constructor(studio: string, log: Logger) {
    const root = dirname(studio);
    const script = join(root, 'scripts', 'build-studio.mjs');
    this.#log = log;
    this.#studio = studio;
    this.#output = join(root, '.cache', 'studio-build.log');
    this.#child = existsSync(script) ? this.#start(root, script) : null;
  }

  /** Ends the build and its child processes; a later build starts over. */
  stop(): void {
    this.#stopped = true;
    const pid = this.#child?.pid;
    if (pid === undefined || this.#child?.exitCode !== null) return;
    try {
      process.kill(OWN_GROUP ? -pid : pid, 'SIGKILL');
    } catch {
      // The process has ended meanwhile.
    }
  }

  #start(root: string, script: string): ChildProcess | null {
    try {
      mkdirSync(dirname(this.#output), { recursive: true });
      if (!existsSync(join(this.#studio, 'dist', 'index.html'))) this.#note('installing');
      const output = openSync(this.#output, 'w');
      const stdio = ['ignore', output, output, 'ipc'] as const;
      const child = spawn(process.execPath, [script], { cwd: root, detached: OWN_GROUP, stdio: [...stdio] });
      closeSync(output);
      child.on('error', (error) => this.#failed(messageOf(error)));
      child.on('exit', (code) => code !== 0 && this.#failed(`details are in ${this.#output}`));
      if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
      return child;
    } catch (error) {
      this.#failed(messageOf(error));
      return null;
    }
  }

  #failed(reason: string): void {
    if (this.#stopped) return;
    this.#note('failed');
    this.#log.error(`Studio could not be built; the server runs without it. To try again: npm run build (${reason})`);
  }

  /** Records the state that people see until Studio is built. From its first step on, the build records it itself. */
  #note(state: BuildState): void {
    writeFileSync(join(this.#studio, BUILD_NOTE), JSON.stringify({ state, pid: process.pid }));
  }
}

/** A process group receives a signal as a whole; Windows has no such groups. */
const OWN_GROUP = process.platform !== 'win32';
