interface TypeRef {
  readonly kind: string;
  readonly name: string | null;
  readonly ofType?: TypeRef | null;
}

interface GraphField {
  readonly name: string;
  readonly description: string | null;
  readonly args?: readonly { readonly name: string; readonly type: TypeRef }[];
  readonly type: TypeRef;
}

interface GraphType {
  readonly name: string;
  readonly fields: readonly GraphField[] | null;
  readonly inputFields: readonly GraphField[] | null;
}

/** A schema as introspection shows it. */
export interface GraphSchema {
  readonly queryType: { readonly name: string } | null;
  readonly mutationType: { readonly name: string } | null;
  readonly types: readonly GraphType[];
}

const REF = 'kind name ofType { kind name ofType { kind name ofType { kind name } } }';

/** The introspection query, as far as completion needs it. */
export const INTROSPECTION = `{ __schema { queryType { name } mutationType { name } types { name
  fields { name description args { name type { ${REF} } } type { ${REF} } }
  inputFields { name description type { ${REF} } } } } }`;

/** A completion, and what it belongs to. */
export interface Suggestion {
  readonly name: string;
  readonly detail: string;
}

const TOKENS = /#[^\n]*|"""[\s\S]*?(?:"""|$)|"(?:[^"\\\n]|\\.)*"?|\.\.\.|[A-Za-z_]\w*|[{}()[\]:$!,]|-?\d[\d.eE+-]*/g;

/** The significant tokens of a document. */
const tokensOf = (text: string): string[] => (text.match(TOKENS) ?? []).filter((token) => !/^[#"]/.test(token));

/** Whether a document may write: it has an operation other than a query. */
export function writes(text: string): boolean {
  let depth = 0;
  return tokensOf(text).some((token) => {
    if ('{(['.includes(token)) depth++;
    if ('})]'.includes(token)) depth--;
    return depth === 0 && (token === 'mutation' || token === 'subscription');
  });
}

/** The position of the cursor: in a selection of a type, or in the arguments of a field. */
interface Place {
  readonly type: GraphType | undefined;
  field: GraphField | undefined;
}

/** The completions after a text. */
export function suggestions(schema: GraphSchema, before: string): readonly Suggestion[] {
  const types = new Map(schema.types.map((type) => [type.name, type]));
  const place = placeAfter(schema, types, tokensOf(before.replace(/\w*$/, '')));
  if (!place) return ['query', 'mutation', 'fragment'].map((name) => ({ name, detail: '' }));
  const { fields, inputFields } = place.type ?? { fields: null, inputFields: null };
  return (fields ?? inputFields ?? []).map(({ name, type }) => ({ name, detail: shown(type) }));
}

/** Arguments are the members of a type of their own. */
const argumentsOf = ({ name, args = [] }: GraphField): GraphType => ({
  name,
  fields: null,
  inputFields: args.map((arg) => ({ ...arg, description: null })),
});

function placeAfter(
  schema: GraphSchema,
  types: ReadonlyMap<string, GraphType>,
  tokens: readonly string[],
): Place | null {
  const walk = new Walk(schema, types);
  for (const [index, token] of tokens.entries()) walk.take(token, tokens[index - 1] === 'on');
  return walk.place;
}

/** Follows a document from token to token. */
class Walk {
  readonly #schema: GraphSchema;
  readonly #types: ReadonlyMap<string, GraphType>;
  readonly #places: Place[] = [];
  /** The type of the next selection, where the document names it. */
  #named: GraphType | undefined;
  #root: string | undefined;

  constructor(schema: GraphSchema, types: ReadonlyMap<string, GraphType>) {
    this.#schema = schema;
    this.#types = types;
    this.#root = schema.queryType?.name;
  }

  get place(): Place | null {
    return this.#places.at(-1) ?? null;
  }

  take(token: string, isCondition: boolean): void {
    if ('{(['.includes(token)) this.#enter(token);
    else if ('})]'.includes(token)) this.#places.pop();
    else if (isCondition) this.#named = this.#types.get(token);
    else this.#name(token);
  }

  #enter(token: string): void {
    const { place } = this;
    const field = place?.field;
    const selected = this.#named ?? typeOf(this.#types, field) ?? place?.type ?? this.#types.get(this.#root ?? '');
    this.#places.push({ type: token === '(' ? field && argumentsOf(field) : selected, field: undefined });
    this.#named = undefined;
  }

  #name(token: string): void {
    const { place } = this;
    if (place) place.field = memberOf(place.type, token) ?? place.field;
    else if (token === 'query') this.#root = this.#schema.queryType?.name;
    else if (token === 'mutation') this.#root = this.#schema.mutationType?.name;
  }
}

const memberOf = (type: GraphType | undefined, name: string): GraphField | undefined =>
  (type?.fields ?? type?.inputFields)?.find((field) => field.name === name);

const typeOf = (types: ReadonlyMap<string, GraphType>, field: GraphField | undefined): GraphType | undefined =>
  field && types.get(namedIn(field.type));

const namedIn = ({ name, ofType }: TypeRef): string => name ?? (ofType ? namedIn(ofType) : '');

function shown({ kind, name, ofType }: TypeRef): string {
  if (!ofType) return name ?? '';
  return kind === 'LIST' ? `[${shown(ofType)}]` : `${shown(ofType)}!`;
}
