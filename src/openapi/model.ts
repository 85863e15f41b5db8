import { ApiError } from '../errors/api-error.ts';
import type { Action } from '../permissions/action.ts';
import type { Policy } from '../permissions/policy.ts';
import { accessTo } from '../query/plan/access.ts';
import type { PlanContext } from '../query/plan/context.ts';
import { permittedRows } from '../query/plan/visibility.ts';
import type { Collection } from '../schema/collection.ts';
import type { Field } from '../schema/field.ts';
import type { Schema } from '../schema/schema.ts';
import type { Choices } from '../schema/value-shape/choices.ts';
import { shapeOf, type ValueShape } from '../schema/value-shape/shape.ts';
import type { ItemForm } from '../wire/items.ts';

export type Form = ItemForm;

/** A field as one role sees it. */
export interface ApiField {
  readonly name: string;
  /** The collection that it refers to; null for values, and for keys of items that the role may not read. */
  readonly target: ApiCollection | null;
  /** The shape of its values in each form; null if it is not part of the form. */
  readonly forms: Readonly<Record<Form, ValueShape | null>>;
}

/** A collection as one role sees it, without what permissions hide. */
export interface ApiCollection {
  readonly name: string;
  readonly collection: Collection;
  /** The actions that the role may perform on at least some items. */
  readonly actions: ReadonlySet<Action>;
  readonly fields: readonly ApiField[];
}

/** The collections that a role may use in any way, by name. */
export type ApiModel = ReadonlyMap<string, ApiCollection>;

const ACTIONS: readonly Action[] = ['read', 'create', 'update', 'delete'];

/** The collections and fields that a role may use, as it sees them. */
export function apiModel(schema: Schema, policy: Policy): ApiModel {
  const made = new Map<string, ApiCollection>();
  for (const collection of schema.collections.values()) {
    const actions = new Set(ACTIONS.filter((action) => covers({ schema, policy }, collection, action)));
    if (actions.size > 0) made.set(collection.name, new SeenCollection({ schema, policy }, collection, actions, made));
  }
  return made;
}

/** Whether permissions may cover an item; those about an owner that a collection lacks cover none. */
function covers(context: PlanContext, collection: Collection, action: Action): boolean {
  if (!context.policy.collection(collection.name).allows(action)) return false;
  try {
    const rows = permittedRows(context, collection, action);
    return rows?.type !== 'constant' || rows.value;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/** A collection whose fields are examined on demand, so that a large schema is not processed in one go. */
class SeenCollection implements ApiCollection {
  readonly collection: Collection;
  readonly actions: ReadonlySet<Action>;
  readonly #context: PlanContext;
  readonly #model: ApiModel;
  #fields: readonly ApiField[] | undefined;

  constructor(context: PlanContext, collection: Collection, actions: ReadonlySet<Action>, model: ApiModel) {
    this.#context = context;
    this.collection = collection;
    this.actions = actions;
    this.#model = model;
  }

  get name(): string {
    return this.collection.name;
  }

  get fields(): readonly ApiField[] {
    this.#fields ??= fieldsOf(this.#context, this, this.#model);
    return this.#fields;
  }
}

function fieldsOf(context: PlanContext, seen: ApiCollection, model: ApiModel): ApiField[] {
  return seen.collection.fields.flatMap((field) => {
    const target = targetOf(field, model);
    const forms = formsOf(context, seen, field, target);
    return Object.values(forms).some((shape) => shape !== null) ? [{ name: field.name, target, forms }] : [];
  });
}

function targetOf({ relation }: Field, model: ApiModel): ApiCollection | null {
  const target = relation ? model.get(relation.collection) : undefined;
  return target?.actions.has('read') ? target : null;
}

function formsOf(
  context: PlanContext,
  { collection, actions }: ApiCollection,
  field: Field,
  target: ApiCollection | null,
): ApiField['forms'] {
  const access = accessTo(context, field);
  const isHidden = access.kind === 'never' && !access.anybody;
  const whole = shapeOf(collection, field);
  if (isHidden || whole.kind === 'none' || (whole.kind === 'items' && !target))
    return { read: null, create: null, update: null };
  const shape = (form: Form): ValueShape => narrowed(context, collection, field, whole, form);
  const isSent = (form: 'create' | 'update'): boolean =>
    actions.has(form) && whole.writable[form] && isWritable(context, collection, field);
  return {
    read: actions.has('read') && access.kind !== 'never' ? shape('read') : null,
    create: isSent('create') ? shape('create') : null,
    update: isSent('update') ? shape('update') : null,
  };
}

/** Whether the role may write a field in items of some status. */
function isWritable({ policy }: PlanContext, { name, status }: Collection, field: Field): boolean {
  const { reserves, writable } = policy.collection(name);
  if (reserves(field.name)) return false;
  const statuses = status ? [...status.statuses.keys()] : [null];
  return statuses.some((each) => writable(field.name, each));
}

/** A status field only offers the statuses in which the role may perform the action. */
function narrowed(
  context: PlanContext,
  { status, name }: Collection,
  field: Field,
  shape: ValueShape,
  form: Form,
): ValueShape {
  if (status?.field !== field || !shape.choices) return shape;
  const { rule } = context.policy.collection(name);
  const isOffered = (value: string): boolean =>
    ACTIONS_OF[form].some((action) => {
      const granted = rule(action);
      if (granted.kind === 'level') return granted.level !== 'none';
      return granted.levels.some((entry) => entry.status === value && entry.level !== 'none');
    });
  const of = shape.choices.of.filter(({ value }) => isOffered(String(value)));
  return { ...shape, choices: of.length > 0 ? { ...shape.choices, of } : null, default: defaultAmong(of, shape) };
}

/** A change may move an item to a status in which the role may create, or delete if the status hides the item. */
const ACTIONS_OF: Readonly<Record<Form, readonly Action[]>> = {
  read: ['read'],
  create: ['create'],
  update: ['update', 'create', 'delete'],
};

const defaultAmong = (of: Choices['of'], shape: ValueShape): unknown =>
  of.some(({ value }) => value === shape.default) ? shape.default : undefined;
