/** A stage of a request, as the server measured it. */
export interface Stage {
  readonly name: string;
  readonly ms: number;
}

/** What `Server-Timing` says: stages, and what would make the request faster. */
export interface Timings {
  readonly stages: readonly Stage[];
  readonly hints: readonly string[];
}

const ENTRY = /\s*([!#$%&'*+.^_`|~\w-]+)((?:\s*;\s*[\w-]+\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s;,"]*))*)\s*(?:,|$)/gy;
const PARAMETER = /;\s*([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*))/g;

/** Reads a header `Server-Timing`; ends where it is malformed. */
export function timingsOf(header: string): Timings {
  const entries = [...header.matchAll(ENTRY)].map(([, name = '', parameters = '']) => ({
    name,
    ...readParameters(parameters),
  }));
  return {
    stages: entries.flatMap(({ name, dur }) => (dur !== undefined && Number.isFinite(dur) ? [{ name, ms: dur }] : [])),
    hints: entries.flatMap(({ name, desc }) => (name === 'hint' && desc ? [desc] : [])),
  };
}

function readParameters(text: string): { readonly dur?: number; readonly desc?: string } {
  const all = new Map(
    [...text.matchAll(PARAMETER)].map(([, name = '', quoted, plain]) => [
      name.toLowerCase(),
      quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '',
    ]),
  );
  const [dur, desc] = [all.get('dur'), all.get('desc')];
  return { ...(dur !== undefined && dur !== '' && { dur: Number(dur) }), ...(desc !== undefined && { desc }) };
}
