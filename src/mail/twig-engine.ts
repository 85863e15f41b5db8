/** Renders the template of a name; `source` gives the text of it, and of the templates that it extends and includes. */
type TwigEngine = (
  name: string,
  variables: Readonly<Record<string, unknown>>,
  source: (name: string) => string,
) => string;

const LOADER = 'octavo';

let engine: Promise<TwigEngine> | undefined;

/** Loads the template engine, which takes a while: on the first mail only. All projects share it. */
export function loadTwig(): Promise<TwigEngine> {
  engine ??= load();
  return engine;
}

/** The engine knows one loader of a name in the whole process: a second one would read templates for everybody. */
async function load(): Promise<TwigEngine> {
  const { default: twig } = await import('twig');
  twig.cache(false);
  // The engine knows loaders, not their callers: what is rendered now is rendered without a pause.
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
