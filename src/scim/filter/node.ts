export type CompareOperator = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le';
export type FilterValue = string | number | boolean | null;

/** A parsed filter, with names as sent. (RFC 7644, section 3.4.2.2.) */
export type FilterNode =
  | { readonly type: 'and' | 'or'; readonly of: readonly FilterNode[] }
  | { readonly type: 'not'; readonly of: FilterNode }
  | { readonly type: 'present'; readonly path: string }
  | {
      readonly type: 'compare';
      readonly path: string;
      readonly operator: CompareOperator;
      readonly value: FilterValue;
    }
  /** An entry of a list fulfils the filter in brackets. */
  | { readonly type: 'within'; readonly path: string; readonly of: FilterNode };
