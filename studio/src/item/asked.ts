/** What a dialog asks before something is done. */
export interface Asked {
  readonly title: string;
  readonly text: string;
  /** The likeliest one last. */
  readonly choices: readonly {
    readonly value: string;
    readonly label: string;
    readonly look?: 'plain' | 'primary' | 'quiet' | 'danger';
  }[];
  /** The role must say why. */
  readonly asksReason?: boolean;
}
