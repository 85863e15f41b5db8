import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUILT_IN } from './built-in.ts';
import { toText } from './to-text.ts';
import { loadTwig } from './twig-engine.ts';

/** The variables of a template. */
export type MailVariables = Readonly<Record<string, unknown>>;

const NAME = /^[\w-]+\.twig$/;

/**
 * The mail templates of a project: files of `folders`, where the first match wins, and the built-in templates.
 * Templates belong to the operator; variables are escaped.
 */
export class MailTemplates {
  readonly #folders: readonly string[];

  constructor(folders: readonly string[]) {
    this.#folders = folders;
  }

  /** Loads the engine in advance. */
  async warmUp(): Promise<void> {
    await loadTwig();
  }

  /**
   * Renders a template, like `reset-password`. If the project's own template renders nothing, the built-in one is used.
   * Throws if there is none, if it is invalid, or if nothing is left to send.
   */
  async render(name: string, variables: MailVariables): Promise<string> {
    const engine = await loadTwig();
    const rendered = (folders: readonly string[]): string =>
      engine(`${name}.twig`, variables, (file) => sourceIn(folders, file));
    const own = rendered(this.#folders);
    const text = own.trim() === '' && `${name}.twig` in BUILT_IN ? rendered([]) : own;
    if (text.trim() === '') throw new Error(`the mail template "${name}" renders nothing`);
    return text;
  }

  /**
   * Renders a mail as HTML and as text. The text has a template of its own, like `reset-password-text`, unless the
   * project's own template says something else.
   */
  async renderBoth(name: string, variables: MailVariables): Promise<{ readonly html: string; readonly text: string }> {
    const html = await this.render(name, variables);
    const texts = `${name}-text`;
    const isOwn = this.#folders.some((folder) => existsSync(join(folder, `${name}.twig`)));
    const hasText = this.#folders.some((folder) => existsSync(join(folder, `${texts}.twig`)));
    return { html, text: isOwn && !hasText ? toText(html) : await this.render(texts, variables) };
  }
}

function sourceIn(folders: readonly string[], file: string): string {
  if (!NAME.test(file)) throw new Error(`"${file}" cannot be the name of a mail template`);
  const path = folders.map((folder) => join(folder, file)).find((candidate) => existsSync(candidate));
  const text = path === undefined ? BUILT_IN[file] : readFileSync(path, 'utf8');
  if (text === undefined) throw new Error(`there is no mail template "${file}"`);
  return text;
}
