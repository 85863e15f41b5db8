declare module 'twig' {
  interface Template {
    render(variables: Record<string, unknown>): string;
  }
  interface Source {
    readonly data: string;
    readonly name: string;
    readonly id: string;
    readonly method: string;
    readonly options: unknown;
  }
  interface Engine {
    readonly Templates: {
      readonly parsers: { twig(source: Source): Template };
      registerLoader(name: string, load: (location: string, parameters: Source) => Template): void;
    };
  }
  interface Parameters {
    readonly name: string;
    readonly method: string;
    readonly async: boolean;
    readonly rethrow: boolean;
    readonly autoescape: boolean;
  }
  const twig: {
    cache(enabled: boolean): void;
    extend(change: (engine: Engine) => void): void;
    twig(parameters: Parameters): Template;
  };
  export default twig;
}
