/** A pattern in the syntax of one of the two engines. */
export interface EnginePattern {
  readonly engine: 'linear' | 'backtracking';
  readonly source: string;
  readonly isCaseless: boolean;
}
