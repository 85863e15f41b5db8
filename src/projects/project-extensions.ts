import type { Extensions } from '../extensions/extensions.ts';
import { type ExtensionPlaces, findModules, importModules } from '../extensions/load.ts';
import type { Surroundings } from '../persistence/surroundings.ts';

/** The hooks and endpoints of a project: loaded when it is opened and, if files are watched, whenever they change. */
export class ProjectExtensions {
  readonly #places: ExtensionPlaces;
  #stamp = '';
  #current: Extensions | null = null;

  private constructor(places: ExtensionPlaces) {
    this.#places = places;
  }

  /** Loads the modules of a project; unusable ones are logged and skipped. */
  static async load(project: string, { extensions, watchExtensions, log }: Surroundings): Promise<ProjectExtensions> {
    const loaded = new ProjectExtensions({
      folder: extensions,
      project,
      watched: watchExtensions,
      broken: (file, err) => log.error({ err, project, file }, 'an extension cannot be used'),
    });
    await loaded.refresh();
    return loaded;
  }

  get current(): Extensions | null {
    return this.#current;
  }

  /** Reloads changed modules. */
  async refresh(): Promise<void> {
    const found = await findModules(this.#places);
    if (found.stamp === this.#stamp) return;
    this.#stamp = found.stamp;
    this.#current = await importModules(this.#places, found);
  }
}
