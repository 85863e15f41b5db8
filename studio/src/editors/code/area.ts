import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import {
  bracketMatching,
  foldGutter,
  HighlightStyle,
  indentOnInput,
  type LanguageSupport,
  syntaxHighlighting,
} from '@codemirror/language';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers, placeholder } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { t } from '../../i18n/messages.ts';

/** Larger texts are neither coloured nor wrapped. */
export const LARGE = 400_000;

const LOOK = EditorView.theme({
  '&': { fontSize: '12.5px', backgroundColor: 'transparent', color: 'var(--ink)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--code)', lineHeight: '20px', maxHeight: '60vh', minHeight: '120px' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--ink-3)', border: 'none' },
  '.cm-placeholder': { color: 'var(--ink-3)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--mark)',
  },
  '.cm-matchingBracket': { backgroundColor: 'var(--sunk)', outline: '1px solid var(--rule)' },
  '.cm-foldPlaceholder': { backgroundColor: 'var(--sunk)', border: 'none', color: 'var(--ink-2)' },
  '.cm-specialChar': { color: 'var(--danger)' },
});

const COLOURS = HighlightStyle.define([
  { tag: [tags.keyword, tags.tagName, tags.heading], color: 'var(--accent)' },
  { tag: [tags.string, tags.attributeValue, tags.link, tags.url], color: 'var(--ok)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--warn)' },
  { tag: [tags.comment, tags.meta], color: 'var(--ink-3)' },
  { tag: [tags.propertyName, tags.attributeName, tags.variableName], color: 'var(--ink)' },
  { tag: tags.strong, fontWeight: '600' },
  { tag: tags.emphasis, fontStyle: 'italic' },
]);

/** The options of a code area. */
export interface AreaOptions {
  readonly parent: ShadowRoot;
  readonly text: string;
  readonly label: string;
  readonly hint: string;
  readonly hasLines: boolean;
  readonly readonly: boolean;
  readonly change: (text: string) => void;
}

/** A code area. */
export interface Area {
  readonly view: EditorView;
  readonly text: () => string;
  readonly replace: (text: string) => void;
  readonly setReadonly: (readonly: boolean) => void;
  readonly setLanguage: (language: LanguageSupport | null) => void;
  readonly describe: (invalid: boolean, description: string) => void;
}

/**
 * Makes a code area within a shadow root, whose style sheet contains its styles: a page that forbids inline styles would
 * refuse them elsewhere. Line breaks of any kind stay as they are.
 */
export function makeArea(options: AreaOptions): Area {
  const { parent, text, label } = options;
  const [language, editable, named] = [new Compartment(), new Compartment(), new Compartment()];
  const attributes = (more: Readonly<Record<string, string>> = {}): Extension =>
    EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', ...more });
  let isOurs = false;
  const stateOf = (doc: string): EditorState =>
    EditorState.create({
      doc,
      extensions: [
        EditorState.lineSeparator.of(
          /^(?:[^\r\n]|\r\n)*$/.test(doc.slice(0, LARGE)) && doc.includes('\r\n') ? '\r\n' : '\n',
        ),
        EditorState.phrases.of({ 'Control character': t('editors.code.control') }),
        language.of([]),
        editable.of(EditorState.readOnly.of(options.readonly)),
        named.of(attributes()),
        options.hasLines ? [lineNumbers(), foldGutter()] : [],
        options.hint === '' ? [] : placeholder(options.hint),
        doc.length > LARGE ? [] : EditorView.lineWrapping,
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        keymap.of([...defaultKeymap, ...historyKeymap]),
        syntaxHighlighting(COLOURS),
        LOOK,
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !isOurs) options.change(update.state.sliceDoc());
        }),
      ],
    });
  const view = new EditorView({ state: stateOf(text), parent, root: parent });
  return {
    view,
    text: () => view.state.sliceDoc(),
    replace(next) {
      isOurs = true;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } });
      isOurs = false;
    },
    setReadonly: (readonly) => view.dispatch({ effects: editable.reconfigure(EditorState.readOnly.of(readonly)) }),
    setLanguage: (next) => view.dispatch({ effects: language.reconfigure(next ?? []) }),
    describe: (invalid, description) =>
      view.dispatch({
        effects: named.reconfigure(
          attributes({
            ...(invalid && { 'aria-invalid': 'true' }),
            ...(description !== '' && { 'aria-description': description }),
            ...(options.readonly && { 'aria-readonly': 'true' }),
          }),
        ),
      }),
  };
}
