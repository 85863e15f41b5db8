import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUILT_IN } from './built-in.ts';
import type { TwigEngine } from './twig-engine.ts';
import { loadTwig } from './twig-engine.ts';

/** What a template may show. */
export type MailVariables = Readonly<Record<string, unknown>>;

const NAME = /^[\w-]+\.twig$/;

/**
 * The mail templates of a project: the files of `folders`, of which the first that has a template wins, and the
 * templates of the server. Templates belong to the operator; variables are escaped.
 */
export class MailTemplates {
  readonly #folders: readonly string[];
  #engine: Promise<TwigEngine> | undefined;

  constructor(folders: readonly string[]) {
    this.#folders = folders;
  }

  /** Loads the engine before it is needed. */
  async warmUp(): Promise<void> {
    this.#engine ??= loadTwig();
    await this.#engine;
  }

  /** Renders a template, like `reset-password`. Throws when there is none, or when it is not valid. */
  async render(name: string, variables: MailVariables): Promise<string> {
    this.#engine ??= loadTwig();
    const engine = await this.#engine;
    return engine(`${name}.twig`, variables, (file) => this.#source(file));
  }

  #source(file: string): string {
    if (!NAME.test(file)) throw new Error(`"${file}" cannot be the name of a mail template`);
    const path = this.#folders.map((folder) => join(folder, file)).find((candidate) => existsSync(candidate));
    const text = path === undefined ? BUILT_IN[file] : readFileSync(path, 'utf8');
    if (text === undefined) throw new Error(`there is no mail template "${file}"`);
    return text;
  }
}
