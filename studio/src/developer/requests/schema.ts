/** A schema of an OpenAPI document, as far as forms need it. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly description?: string;
  readonly format?: string;
  readonly maxLength?: number;
}

export type Schemas = Readonly<Record<string, JsonSchema>>;

/** The input of a member. */
export interface Input {
  readonly name: string;
  readonly kind: 'text' | 'number' | 'boolean' | 'choice' | 'json';
  readonly choices: readonly string[];
  readonly required: boolean;
  readonly note: string;
  readonly takesNull: boolean;
}

const PREFIX = '#/components/schemas/';
/** The depth to which references are followed, because schemas of items refer to each other in cycles. */
const MAX_DEPTH = 5;

/** A schema in place of a reference to it. */
export function resolved(schemas: Schemas, schema: JsonSchema, depth = 0): JsonSchema {
  if (!schema.$ref || depth > MAX_DEPTH) return schema;
  const target = schemas[decodeURIComponent(schema.$ref.slice(PREFIX.length))];
  return target ? resolved(schemas, target, depth + 1) : {};
}

/** The members of an object, including those of all its parts; null for anything else. */
export function membersOf(schemas: Schemas, given: JsonSchema): readonly Input[] | null {
  const schema = resolved(schemas, given);
  const parts = schema.allOf?.map((part) => resolved(schemas, part)) ?? [schema];
  const members = parts.flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties).map(([name, member]) => inputOf(schemas, name, member, required.includes(name))),
  );
  return members.length > 0 ? members : null;
}

/** The input for the value of a parameter or member. */
export function inputOf(schemas: Schemas, name: string, given: JsonSchema, required: boolean): Input {
  const options = alternatives(schemas, given);
  const takesNull = options.some(({ type }) => typesOf(type).includes('null'));
  const values = options.filter(({ type }) => String(type) !== 'null');
  const choices = choicesOf(values);
  const kind = choices.length > 0 ? 'choice' : kindOf(values[0] ?? {});
  const note = given.description ?? values.find(({ description }) => description)?.description ?? '';
  return { name, kind, choices, required, note, takesNull };
}

function alternatives(schemas: Schemas, given: JsonSchema, depth = 0): JsonSchema[] {
  const schema = resolved(schemas, given);
  if (!schema.anyOf || depth > MAX_DEPTH) return [schema];
  return schema.anyOf.flatMap((each) => alternatives(schemas, each, depth + 1));
}

/** Texts to choose from, if nothing else can be sent. */
function choicesOf(values: readonly JsonSchema[]): string[] {
  const lists = values.map(({ enum: list, const: only }) => list ?? (only === undefined ? [] : [only]));
  if (lists.some((list) => list.length === 0)) return [];
  return lists.flat().filter((value): value is string => typeof value === 'string');
}

function kindOf({ type }: JsonSchema): Input['kind'] {
  const [first] = typesOf(type).filter((each) => each !== 'null');
  if (first === 'integer' || first === 'number') return 'number';
  if (first === 'boolean') return 'boolean';
  return first === 'string' ? 'text' : 'json';
}

const typesOf = (type: JsonSchema['type']): readonly string[] => (type === undefined ? [] : [type].flat());

/** An example of a value: its required parts, with the values of a real row if there are any. */
export function exampleOf(
  schemas: Schemas,
  given: JsonSchema,
  row: Readonly<Record<string, unknown>> = {},
  depth = 0,
): unknown {
  const members = depth < MAX_DEPTH ? membersOf(schemas, given) : null;
  if (!members) return {};
  const shown = members.filter(({ name, required }) => required || isPlain(row[name]));
  return Object.fromEntries(shown.map((input) => [input.name, valueFor(input, row[input.name])]));
}

const isPlain = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

function valueFor({ kind, choices }: Input, known: unknown): unknown {
  if (known !== undefined && known !== null) return known;
  if (kind === 'choice') return choices[0];
  if (kind === 'number') return 1;
  if (kind === 'boolean') return true;
  return kind === 'text' ? '' : {};
}

/** The value to send for an input; undefined leaves the member out. Throws SyntaxError. */
export function typedValue({ kind, takesNull }: Input, text: string): unknown {
  if (text === '') return undefined;
  if (takesNull && text === 'null') return null;
  if (kind === 'number') return Number.isFinite(Number(text)) ? Number(text) : text;
  if (kind === 'boolean') return text === 'true';
  return kind === 'json' ? (JSON.parse(text) as unknown) : text;
}

/** A value as input text. */
export const shownValue = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
