/** What a database has, and what adopting it would add. */
export interface Survey {
  readonly system: 'complete' | 'none' | 'incomplete';
  readonly missing: readonly string[];
  readonly tables: readonly {
    readonly name: string;
    readonly rows: number;
    /** Whether the rows were counted, and not estimated. */
    readonly exact: boolean;
    readonly system: boolean;
    readonly problems: readonly string[];
  }[];
  readonly relations: readonly { readonly table: string; readonly column: string; readonly target: string }[];
  readonly adds: readonly string[];
  readonly used_by: string | null;
}

/** Whether nothing prevents the adoption of a database. */
export const canBeAdopted = ({ system, used_by }: Survey): boolean => system !== 'incomplete' && used_by === null;
