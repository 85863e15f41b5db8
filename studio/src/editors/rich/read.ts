import { createNodeFromContent, type Editor } from '@tiptap/core';
import { DOMSerializer, type Node } from '@tiptap/pm/model';
import { prepared, tidied } from './html.ts';
import { lossesOf, normalForm } from './normal-form.ts';

/** Longer texts would slow down typing. */
export const MAX_LENGTH = 400_000;

/** The names of the elements that the editor would lose of a text; empty if it loses nothing. */
export function lossesIn(html: string, editor: Editor): readonly string[] {
  if (html === '') return [];
  const before = normalForm(prepared(html));
  const node = createNodeFromContent(prepared(html), editor.schema, { slice: false, parseOptions: {} }) as Node;
  const box = document.implementation.createHTMLDocument('').createElement('div');
  box.append(DOMSerializer.fromSchema(editor.schema).serializeFragment(node.content, { document: box.ownerDocument }));
  return lossesOf(before, normalForm(tidied(box.innerHTML)));
}
