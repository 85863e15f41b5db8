/** Renders the template of a name; `source` gives the text of it, and of the templates that it extends and includes. */
export type TwigEngine = (
  name: string,
  variables: Readonly<Record<string, unknown>>,
  source: (name: string) => string,
) => string;

const LOADER = 'octavo';

/** Loads the template engine, which takes a while: on the first mail only. */
export async function loadTwig(): Promise<TwigEngine> {
  const { default: twig } = await import('twig');
  twig.cache(false);
  // The engine knows loaders, not their callers: what is rendered now is rendered without a pause.
  let sourceOf: (name: string) => string = () => '';
  twig.extend(({ Templates }) => {
    Templates.registerLoader(LOADER, (name, { id, options }) =>
      Templates.parsers.twig({ data: sourceOf(name), name, id, method: LOADER, options }),
    );
  });
  return (name, variables, source) => {
    sourceOf = source;
    const template = twig.twig({ name, method: LOADER, async: false, rethrow: true, autoescape: true });
    return String(template.render({ ...variables }));
  };
}
