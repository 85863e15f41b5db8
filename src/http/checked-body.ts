import type { TObject, TSchema } from 'typebox';
import type { Validator } from 'typebox/schema';
import { ApiError } from '../errors/api-error.ts';
import { Violations, violation } from '../errors/violations.ts';
import { isEmail } from '../shared/email.ts';
import { isBlank } from '../shared/is-blank.ts';
import { asText } from '../shared/text.ts';
import { REFUSAL } from '../wire/members.ts';
import { loadBuild } from '../wire/shape.ts';
import type { CheckedBody } from '../wire/wire.ts';

type Sent = Readonly<Record<string, unknown>>;

/** A body's schema, compiled when its route is first used. */
interface Compiled {
  readonly schema: TObject;
  readonly fits: (sent: Sent) => boolean;
  readonly memberFits: (name: string, value: unknown) => boolean;
}

const compiled = new WeakMap<CheckedBody, Promise<Compiled>>();

/**
 * Refuses a body that breaks the shape of its route, and names every member that does. Throws error 4, or the error of
 * the route or of the member. Names and values from the body are not repeated.
 */
export async function checkBody(body: CheckedBody, sent: Sent): Promise<void> {
  const { schema, fits, memberFits } = await compiledOf(body);
  if (fits(sent)) return;
  const violations = new Violations();
  for (const [name, member] of Object.entries(schema.properties)) {
    const isRequired = schema.required?.includes(name) === true;
    const value = Object.hasOwn(sent, name) ? sent[name] : undefined;
    if (isBlank(value) && isRequired) violations.add(name, violation.blank);
    else if (value !== undefined && !memberFits(name, value)) refuse(body, violations, name, member, value);
  }
  violations.throwIfAny(body.fails);
  throw new ApiError('invalidPayload');
}

function compiledOf(body: CheckedBody): Promise<Compiled> {
  const known = compiled.get(body) ?? compile(body);
  compiled.set(body, known);
  return known;
}

async function compile({ shape }: CheckedBody): Promise<Compiled> {
  const [t, { Compile }, { Set: setFormat }] = await Promise.all([
    loadBuild(),
    import('typebox/schema'),
    import('typebox/format'),
  ]);
  setFormat('email', isEmail);
  const schema = shape(t);
  const validator = Compile(schema);
  const members = new Map<string, Validator<TSchema>>();
  const validatorOf = (name: string): Validator<TSchema> => {
    const known = members.get(name) ?? Compile(schema.properties[name] ?? {});
    members.set(name, known);
    return known;
  };
  return {
    schema,
    fits: (sent) => validator.Check(sent),
    // A list of a million values that is checked without compiling takes seconds.
    memberFits: (name, value) => validatorOf(name).Check(value),
  };
}

/** Records what is wrong with a member, or throws the member's own error. */
function refuse(body: CheckedBody, violations: Violations, name: string, member: TSchema, value: unknown): void {
  const types = typesOf(member).filter((type) => type !== 'null');
  if (!types.includes(typeOf(value))) {
    violations.add(name, violation.type(WORDS[types[0] ?? ''] ?? 'string'));
    return;
  }
  const entry = body.failing?.[name];
  if (entry !== undefined) throw new ApiError(entry, { [name]: asText(value) });
  violations.add(name, refusalOf(member) ?? violation.invalid);
}

/** The contract's words for types. */
const WORDS: Readonly<Record<string, string>> = {
  string: 'string',
  boolean: 'bool',
  number: 'numeric',
  object: 'array',
  array: 'array',
};

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

interface Keywords {
  readonly type?: string;
  readonly anyOf?: readonly TSchema[];
  readonly [REFUSAL]?: string;
}

/** The types of values that a schema accepts, in the schema's order. */
function typesOf(schema: Keywords): string[] {
  if (schema.anyOf) return schema.anyOf.flatMap((each) => typesOf(each));
  return schema.type === undefined ? [] : [schema.type === 'integer' ? 'number' : schema.type];
}

const refusalOf = (schema: Keywords): string | undefined =>
  schema[REFUSAL] ?? schema.anyOf?.map((each) => refusalOf(each)).find((refusal) => refusal !== undefined);
