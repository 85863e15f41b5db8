/** What a database has, and what adopting it would add. */
export interface Survey {
  readonly system: 'complete' | 'none' | 'incomplete';
  readonly missing: readonly string[];
  readonly tables: readonly {
    readonly name: string;
    readonly rows: number;
    /** Otherwise the rows are estimated. */
    readonly exact: boolean;
    readonly system: boolean;
    readonly problems: readonly string[];
  }[];
  readonly relations: readonly { readonly table: string; readonly column: string; readonly target: string }[];
  readonly adds: readonly string[];
  readonly used_by: string | null;
}

/** Whether nothing keeps a database from being adopted. */
export const canBeAdopted = ({ system, used_by }: Survey): boolean => system !== 'incomplete' && used_by === null;
