import type { Collection } from '../../schema/collection.ts';
import type { FieldTree } from '../ast.ts';

/** The steps of a path from a collection: a single one if a column has the path as its name, dots included. */
export function stepsOf({ byName }: Collection, path: readonly string[]): readonly string[] {
  if (path.length < 2) return path;
  const name = path.join('.');
  return byName.get(name)?.column ? [name] : path;
}

/** A tree in which the columns of a collection whose names have dots are fields of it, and no paths. */
export function withDottedNames({ fields }: Collection, tree: FieldTree): FieldTree {
  const dotted = fields.filter(({ name, column }) => column && name.includes('.'));
  return dotted.reduce((found, { name }) => {
    const rest = withoutPath(found, name.split('.'));
    return rest ? { ...rest, names: new Map([...rest.names, [name, null]]) } : found;
  }, tree);
}

/** The tree without a field at the end of a path; undefined if it does not name that field. */
function withoutPath(tree: FieldTree, [name = '', ...below]: readonly string[]): FieldTree | undefined {
  const node = tree.names.get(name);
  if (node === undefined || (node === null) !== (below.length === 0)) return undefined;
  const names = new Map(tree.names);
  if (node !== null) {
    const rest = withoutPath(node, below);
    if (!rest) return undefined;
    names.set(name, rest);
    if (!isEmpty(rest)) return { ...tree, names };
  }
  names.delete(name);
  return { ...tree, names };
}

const isEmpty = ({ all, below, names, without }: FieldTree): boolean =>
  !all && below === null && names.size === 0 && without.size === 0;
