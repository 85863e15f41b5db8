import type { CollectionPolicy } from '../permissions/policy.ts';
import { accessTo } from '../query/plan/access.ts';
import type { PlanContext } from '../query/plan/context.ts';
import type { Collection } from '../schema/collection.ts';
import type { Field } from '../schema/field.ts';
import { shapeOf, type ValueShape } from '../schema/value-shape/shape.ts';
import { comment, literal, member, unionOf } from './text.ts';
import { answeredType, takenType } from './value.ts';

/** A field as one role may use it. */
interface TypedField {
  readonly field: Field;
  readonly shape: ValueShape;
  readonly read: 'always' | 'sometimes' | 'never';
  readonly created: boolean;
  readonly updated: boolean;
  /** The related collection, if the role may read it. */
  readonly target: string | null;
}

/** The collections that a role may read or write. */
export type Shown = ReadonlyMap<string, Collection>;

/** Describes a collection as a role may use it, as a member of the project's interface. */
export function describe(context: PlanContext, collection: Collection, shown: Shown): string {
  const fields = collection.fields.map((field) => typed(context, collection, field, shown));
  const readable = fields.filter(({ read }) => read !== 'never');
  const { primaryKey, row, name } = collection;
  return [
    comment(row?.note ?? null, '  '),
    `  ${member(name)}: {\n`,
    `    key: ${primaryKey ? literal(primaryKey.name) : 'never'};\n`,
    block('fields', readable.map(answered)),
    block('one', readable.filter(isToOne).map(toOne)),
    block('many', readable.filter(isToMany).map(toMany)),
    block('write', fields.map(taken)),
    `    required: ${unionOf(namesOf(fields.filter(isRequired)))};\n`,
    `    noCreate: ${unionOf(namesOf(fields.filter(({ created }) => !created)))};\n`,
    `    noUpdate: ${unionOf(namesOf(fields.filter(({ updated }) => !updated)))};\n`,
    '  };\n',
  ].join('');
}

function typed(context: PlanContext, collection: Collection, field: Field, shown: Shown): TypedField {
  const policy = context.policy.collection(collection.name);
  const shape = shapeOf(collection, field);
  const target = shape.relation?.collection ?? '';
  return {
    field,
    shape,
    read: policy.allows('read') ? readOf(context, field) : 'never',
    created: policy.allows('create') && shape.writable.create && isWritable(collection, policy, field),
    updated: policy.allows('update') && shape.writable.update && isWritable(collection, policy, field),
    target: shown.has(target) && context.policy.collection(target).allows('read') ? target : null,
  };
}

function readOf(context: PlanContext, field: Field): TypedField['read'] {
  const { kind } = accessTo(context, field);
  if (kind === 'never') return 'never';
  return kind === 'always' || kind === 'narrowed' ? 'always' : 'sometimes';
}

/** Whether the role may write a field in some status of the item. */
function isWritable({ status }: Collection, policy: CollectionPolicy, { name }: Field): boolean {
  const statuses = [null, ...(status?.statuses.keys() ?? [])];
  return statuses.some((each) => policy.writable(name, each));
}

const isToOne = ({ shape, target }: TypedField): boolean => shape.relation?.kind === 'm2o' && target !== null;
const isToMany = ({ shape, target }: TypedField): boolean => shape.relation?.kind === 'o2m' && target !== null;
const isRequired = ({ shape, created }: TypedField): boolean => shape.required && created && shape.kind !== 'items';

/** Only names that also occur elsewhere, so that names of hidden fields do not occur at all. */
const namesOf = (fields: readonly TypedField[]): string[] => fields.filter(isNamed).map(({ field }) => field.name);

function isNamed({ shape, read, created, updated, target }: TypedField): boolean {
  if (shape.kind === 'none') return false;
  return shape.kind === 'items' ? read !== 'never' && target !== null : read !== 'never' || created || updated;
}

function answered({ field, shape, read }: TypedField): string {
  const type = answeredType(shape);
  if (type === null) return '';
  return `${comment(shape.note, INDENT)}${INDENT}${member(field.name)}${read === 'sometimes' ? '?' : ''}: ${type};\n`;
}

/** Only the types that differ from those returned, so that most fields occur once. */
function taken({ field, shape, read, created, updated }: TypedField): string {
  const type = takenType(shape);
  if (type === null || !(created || updated) || (read !== 'never' && type === answeredType(shape))) return '';
  return `${INDENT}${member(field.name)}: ${type};\n`;
}

const toOne = ({ field, target }: TypedField): string => `${INDENT}${member(field.name)}: ${literal(target ?? '')};\n`;

function toMany({ field, shape, target }: TypedField): string {
  const back = shape.relation?.kind === 'o2m' ? shape.relation.foreignKey : '';
  const entry = `[${literal(target ?? '')}, ${literal(back)}]`;
  return `${comment(shape.note, INDENT)}${INDENT}${member(field.name)}: ${entry};\n`;
}

const INDENT = '      ';

function block(name: string, members: readonly string[]): string {
  const text = members.join('');
  return text === '' ? `    ${name}: {};\n` : `    ${name}: {\n${text}    };\n`;
}
