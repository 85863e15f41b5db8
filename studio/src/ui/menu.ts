import type { Component } from 'vue';

/** A command of a menu, or a line between commands. */
export type MenuEntry =
  | 'rule'
  | {
      readonly label: string;
      readonly run: () => void;
      readonly icon?: Component;
      readonly keys?: string;
      readonly disabled?: boolean;
      readonly isDangerous?: boolean;
    };
