import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { Parser } from 'htmlparser2';
import { unreadable } from '../unreadable.ts';
import { damaged } from './archive.ts';

const MAX_LEVELS = 64;
/** Bytes within which an event must occur; no name or attribute is longer. */
const MAX_SILENT_BYTES = 1024 * 1024;

/** Receives the elements of an XML document; names have no prefixes. */
export interface Listener {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/**
 * Parses the elements of an XML document as it arrives, and yields after each chunk. Entities that the document defines
 * are not expanded. Error 4 if it is nested too deeply or cannot be parsed.
 */
export async function* elementsOf(part: Readable, listener: Listener): AsyncGenerator<void> {
  const decoder = new StringDecoder('utf8');
  const state = { levels: 0, silence: 0 };
  const parser = new Parser(heard(listener, state), { xmlMode: true, decodeEntities: true });
  try {
    for await (const chunk of part as AsyncIterable<Buffer>) {
      state.silence += chunk.length;
      if (state.silence > MAX_SILENT_BYTES) throw unreadable('xlsx', 'one of its values is too long');
      parser.write(decoder.write(chunk));
      yield;
    }
    parser.end();
    yield;
  } catch (error) {
    throw damaged(error);
  } finally {
    part.destroy();
  }
}

function heard(listener: Listener, state: { levels: number; silence: number }) {
  return {
    onopentag(name: string, attributes: Record<string, string>) {
      state.silence = 0;
      if (++state.levels > MAX_LEVELS) throw unreadable('xlsx', 'its elements are nested too deep');
      listener.open?.(local(name), attributes);
    },
    ontext(text: string) {
      state.silence = 0;
      listener.text?.(text);
    },
    onclosetag(name: string) {
      state.levels--;
      listener.close?.(local(name));
    },
    onprocessinginstruction(name: string) {
      if (/^!doctype/i.test(name)) throw unreadable('xlsx', 'it defines a document type');
    },
  };
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Parses a complete document. */
export async function readElements(part: Readable, listener: Listener): Promise<void> {
  for await (const _ of elementsOf(part, listener));
}
