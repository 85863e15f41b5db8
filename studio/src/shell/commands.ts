import type { Component } from 'vue';

/** Something that ⌘K finds. */
export interface Command {
  readonly id: string;
  readonly label: string;
  /** The collection that it belongs to, or its kind. */
  readonly note: string;
  readonly icon?: Component;
  readonly run: () => unknown;
}

/**
 * The commands that match a text, the best first: those with a word that begins with it, then the shorter ones. Without a
 * text, all of them in their own order.
 */
export function findCommands<T extends { readonly label: string; readonly note: string }>(
  commands: readonly T[],
  text: string,
): readonly T[] {
  const words = fold(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return commands;
  const scored = commands.map((command) => ({ command, score: scoreOf(`${command.label} ${command.note}`, words) }));
  return scored
    .filter(({ score }) => score >= 0)
    .sort((a, b) => b.score - a.score || a.command.label.length - b.command.label.length)
    .map(({ command }) => command);
}

function scoreOf(text: string, words: readonly string[]): number {
  const folded = fold(text);
  let score = 0;
  for (const word of words) {
    const at = folded.indexOf(word);
    if (at < 0) return -1;
    score += at === 0 ? 3 : folded[at - 1] === ' ' ? 2 : 1;
  }
  return score;
}

const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
