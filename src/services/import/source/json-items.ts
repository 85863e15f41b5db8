import { LONGEST_ROW } from './row.ts';
import { unreadable } from './unreadable.ts';

type Place = 'before' | 'members' | 'value' | 'items' | 'after';

const BLANK = /[\s\uFEFF]/;

/**
 * Parts a JSON text, which arrives in pieces, into the texts of the items of its list: the whole, or the member `data`
 * of an object. The items themselves are not parsed.
 */
export class JsonItems {
  #place: Place = 'before';
  /** Open brackets around the place in question. */
  #depth = 0;
  #inText = false;
  #escaped = false;
  /** The item that has begun, or the last text of a member outside of the list. */
  #item = '';
  #member = '';

  /** The items that a further piece completes. Error 4 for what is no list of JSON. */
  *add(text: string): Generator<string> {
    let from = 0;
    for (let index = 0; index < text.length; index++) {
      const sign = text[index] ?? '';
      if (this.#passText(sign)) continue;
      if (this.#place === 'items') {
        if (this.#depth === 0 && (sign === ',' || sign === ']')) {
          yield* this.#complete(text.slice(from, index), sign);
          from = index + 1;
        } else this.#count(sign);
      } else if (this.#outside(sign)) from = index + 1;
    }
    if (this.#place !== 'items') return;
    this.#item += text.slice(from);
    if (this.#item.length > LONGEST_ROW) throw unreadable('json', `an item is longer than ${LONGEST_ROW} characters`);
  }

  /** To be called after the last piece. Error 4 for a text that ends early. */
  end(): void {
    if (this.#place !== 'after') throw unreadable('json', 'it is not a list of objects, or it ends within one');
  }

  /** Follows texts, in which other signs mean nothing. */
  #passText(sign: string): boolean {
    if (!this.#inText) {
      this.#inText = sign === '"';
      if (this.#inText && this.#place === 'members') this.#member = '';
      return this.#inText;
    }
    if (this.#escaped) this.#escaped = false;
    else if (sign === '\\') this.#escaped = true;
    else if (sign === '"') this.#inText = false;
    if (this.#inText && this.#depth === 0 && this.#member.length < 10) this.#member += sign;
    return true;
  }

  #count(sign: string): void {
    if (sign === '{' || sign === '[') this.#depth++;
    else if (sign === '}' || sign === ']') this.#depth--;
  }

  *#complete(rest: string, sign: string): Generator<string> {
    const item = this.#item + rest;
    this.#item = '';
    const isLast = sign === ']';
    if (isLast) this.#place = 'after';
    if (item.trim() !== '' || !isLast) yield item;
  }

  /** Moves on outside of the list; returns whether the list begins here. */
  #outside(sign: string): boolean {
    if (BLANK.test(sign) || this.#place === 'after') return false;
    if (this.#place === 'before') return this.#begin(sign);
    if (this.#depth === 0 && this.#place === 'members' && sign === ':') this.#place = 'value';
    else if (this.#depth === 0 && this.#place === 'value' && this.#member === 'data' && sign === '[')
      return this.#list();
    else if (this.#depth === 0 && (sign === ',' || sign === '}')) this.#place = sign === ',' ? 'members' : 'before';
    else this.#count(sign);
    return false;
  }

  #begin(sign: string): boolean {
    if (sign === '[') return this.#list();
    if (sign !== '{') throw unreadable('json', 'it is not a list of objects');
    this.#place = 'members';
    return false;
  }

  #list(): true {
    this.#place = 'items';
    return true;
  }
}
