/** What a dialog asks before something is done. */
export interface Asked {
  readonly title: string;
  readonly text: string;
  /** The most likely one is last. */
  readonly choices: readonly {
    readonly value: string;
    readonly label: string;
    readonly look?: 'plain' | 'primary' | 'quiet' | 'danger';
  }[];
  /** Whether the role must give a reason. */
  readonly asksReason?: boolean;
}
