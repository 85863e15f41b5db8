import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
// biome-ignore lint/correctness/useImportExtensions: the file is JavaScript, with types beside it
import { buildClient } from '../../scripts/build-client.mjs';

const ROOT = resolve(import.meta.dirname, '..', '..');

/** The compilers that applications use: the last one written in JavaScript, and ours. */
export const COMPILERS = ['typescript59', 'typescript'] as const;

/** A folder with the built client, in which sources are compiled as they would be in an application. */
export class Application {
  readonly folder = mkdtempSync(join(tmpdir(), 'octavo-types-'));

  /** Builds the client into the folder. */
  async build(): Promise<void> {
    await buildClient(join(this.folder, 'node_modules', '@octavo', 'client'));
    this.write('node_modules/@octavo/client/package.json', '{ "type": "module", "exports": "./index.js" }');
    this.write('package.json', '{ "type": "module" }');
  }

  write(name: string, text: string): void {
    const path = join(this.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }

  /** Compiles files of the folder; returns the compiler's output. */
  compile(compiler: (typeof COMPILERS)[number], files: readonly string[], skipLibCheck = true): string {
    const compilerOptions = { ...OPTIONS, skipLibCheck };
    this.write('tsconfig.json', JSON.stringify({ compilerOptions, files }));
    const tsc = join(ROOT, 'node_modules', compiler, 'bin', 'tsc');
    const { stdout, stderr } = spawnSync(process.execPath, [tsc, '-p', this.folder], { encoding: 'utf8' });
    return stdout + stderr;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const OPTIONS = {
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
  module: 'nodenext',
  moduleResolution: 'nodenext',
  types: [],
  strict: true,
  noUncheckedIndexedAccess: true,
  allowImportingTsExtensions: true,
  noEmit: true,
};
