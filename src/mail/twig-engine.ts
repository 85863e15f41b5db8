/**
 * Renders the template with a name; `source` returns its text, and the texts of templates that it extends or includes.
 */
type TwigEngine = (
  name: string,
  variables: Readonly<Record<string, unknown>>,
  source: (name: string) => string,
) => string;

const LOADER = 'octavo';

let engine: Promise<TwigEngine> | undefined;

/** Loads the template engine on the first mail, since loading is slow. All projects share it. */
export function loadTwig(): Promise<TwigEngine> {
  engine ??= load();
  return engine;
}

/** The engine has one global loader per name; a second one would affect all projects. */
async function load(): Promise<TwigEngine> {
  const { default: twig } = await import('twig');
  twig.cache(false);
  // Loaders do not know which project is rendering, so rendering must be synchronous.
  let sourceOf = nobodyRenders;
  twig.extend(({ Templates }) => {
    Templates.registerLoader(LOADER, (name, { id, options }) =>
      Templates.parsers.twig({ data: sourceOf(name), name, id, method: LOADER, options }),
    );
  });
  return (name, variables, source) => {
    sourceOf = source;
    try {
      const template = twig.twig({ name, method: LOADER, async: false, rethrow: true, autoescape: true });
      return String(template.render({ ...variables }));
    } finally {
      sourceOf = nobodyRenders;
    }
  };
}

function nobodyRenders(name: string): string {
  throw new Error(`the mail template "${name}" was asked for while no mail is rendered`);
}
