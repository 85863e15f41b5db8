import { autocompletion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { LanguageSupport, StreamLanguage, type StringStream } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { type GraphSchema, suggestions } from './schema.ts';

const KEYWORDS = /^(query|mutation|subscription|fragment|on|true|false|null)\b/;

function token(stream: StringStream): string | null {
  if (stream.eatSpace()) return null;
  if (stream.match(/^#.*/)) return 'comment';
  if (stream.match(/^"""(?:[^"]|"(?!""))*(?:""")?/) || stream.match(/^"(?:[^"\\]|\\.)*"?/)) return 'string';
  if (stream.match(KEYWORDS)) return 'keyword';
  if (stream.match(/^-?\d[\d.eE+-]*/)) return 'number';
  if (stream.match(/^[$@][A-Za-z_]\w*/)) return 'atom';
  if (stream.match(/^[A-Za-z_]\w*/)) return 'propertyName';
  stream.next();
  return null;
}

const LOOK = EditorView.theme({
  '.cm-tooltip': {
    border: '1px solid var(--rule)',
    borderRadius: 'var(--r)',
    backgroundColor: 'var(--raised)',
    boxShadow: 'var(--float)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--code)', maxHeight: '200px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 10px', color: 'var(--ink)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--sunk)',
    color: 'var(--ink)',
  },
  '.cm-completionMatchedText': { textDecoration: 'none', color: 'var(--accent)' },
  '.cm-completionDetail': { fontStyle: 'normal', color: 'var(--ink-3)' },
});

/** GraphQL for the code area: colours, and names of the schema once it has been read. */
export function graphqlLanguage(schemaOf: () => GraphSchema | null): LanguageSupport {
  const complete = (context: CompletionContext): CompletionResult | null => {
    const schema = schemaOf();
    const word = context.matchBefore(/\w*/);
    if (!schema || !word || (word.from === word.to && !context.explicit)) return null;
    const found = suggestions(schema, context.state.sliceDoc(0, context.pos));
    return { from: word.from, options: found.map(({ name, detail }) => ({ label: name, detail })), validFor: /^\w*$/ };
  };
  return new LanguageSupport(StreamLanguage.define({ name: 'graphql', token }), [
    autocompletion({ override: [complete], icons: false }),
    LOOK,
  ]);
}
