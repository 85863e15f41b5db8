import type { DatePart } from '../query/ast.ts';
import { kindOf } from '../query/sql/kind-of.ts';
import type {
  Binding,
  Comparison,
  Delete,
  Expression,
  GroupedSelect,
  Insert,
  KeySource,
  Member,
  ObjectSelect,
  Order,
  Select,
  Source,
  Update,
} from '../query/sql/nodes.ts';
import type { Column } from '../schema/column.ts';
import { INTEGRAL, type Kind, TEXTUAL } from '../schema/datatypes.ts';
import type { Printed, Printer } from './dialect.ts';
import { offsetAt } from './zone-cases.ts';

/** The properties of a LIKE besides its two sides. */
interface LikeForm {
  readonly negated: boolean;
  /** The pattern has no wildcards but `%`. */
  readonly isPlain: boolean;
  /** Set for a column that another program has created. */
  readonly collation: string | undefined;
}

/** Where the engines' SQL differs. */
interface Tokens {
  quote(name: string): string;
  /** The placeholder of a parameter by position, counting from 1; without a kind if it is assigned to a column. */
  placeholder(position: number, kind: Kind | null): string;
  constant(value: boolean): string;
  /** A LIKE that ignores ASCII case; `!` escapes. Each call of `left` and `pattern` prints it again, with its own parameters. */
  like(left: () => string, pattern: () => string, how: LikeForm): string;
  /** Converts a decimal to text, if the engine does not keep its scale. */
  decimalText?(decimal: string, scale: number): string;
  /** Membership in a list of any length, passed as one parameter. */
  inKeys(left: string, kind: Kind, placeholder: string, collation?: string): string;
  /** Compares a text column with one of another collation, if the engine does not do so by itself. */
  reconciled?(side: string): string;
  keys(kind: Kind): Source;
  /** Adapts a parameter for a comparison, if the engine rejects some values; absent if it compares all. */
  comparand?(source: Source, kind: Kind, sign: Comparison): Source;
  /** One side of a comparison between different kinds, if the engine requires equal types. */
  alike?(side: string, kind: Kind, other: Kind): string;
  /** The sort key of a text: exact or without ASCII case. */
  sortKey(text: string, folded: boolean, isParameter: boolean): string;
  /** Converts a text to an integer; returns any value if it is not one, but never fails. */
  wholeNumber(text: string, isLong: boolean): string;
  /** The same for a decimal, if the engine cannot compare a decimal with a text. */
  decimalNumber?(text: string): string;
  /** A value with all its digits and fractions, if the engine or its driver leaves some out. */
  exactly?(value: string, kind: Kind): string;
  /** A moment without its fraction of a second, if answers leave it out. */
  shown?(moment: string, kind: Kind): string;
  /** Each call of `by` prints the term again, with its own parameters. */
  order(by: () => string, order: Order): string;
  /** The sum of the values of a group. */
  sum(value: string, kind: Kind, scale?: number): string;
  average(value: string, kind: Kind, scale?: number): string;
  /** A part of a date, or of a moment in local time. `moment` is the value as stored in the database. */
  part(part: DatePart, local: string, moment: string): string;
  /** A moment, shifted by an expression in seconds. */
  moved(moment: string, seconds: string): string;
  /** A moment as a literal. */
  moment(text: string): string;
  readonly random: string;
  /** A column as one of another type, if it is not a cast to the type's name. */
  cast?(column: string, type: NonNullable<Column['comparedAs']>): string;
  /** How a column is selected, if drivers would lose precision. */
  read(column: string, kind: Kind): string;
  limit(limit: number | null, offset: string | null): string;
  /** The clause that returns the key of a new row. `key` is already printed. */
  returning(key: string | null): string;
  /** The expression that tests whether a select has rows, if it is more than EXISTS. */
  readonly exists?: string;
  /** Keeps a one-column subquery separate, if the engine would merge it into the outer query. */
  materialized?(select: string): string;
  /** Reads the rows of a derived table once, if the engine would compute its subqueries again for each use. */
  readOnce?(select: string): string;
  /**
   * A condition for which the planner uses no index and no estimate, or a term by which it does not use an index to
   * sort.
   */
  unindexed?(expression: string, isColumn: boolean): string;
  /** An insert of default values, if it is not written `DEFAULT VALUES`. */
  readonly emptyRow?: string;
  /** Whether columns of numbers and moments can hold nothing else, so that they contain no words. */
  readonly typed?: true;
  /** Whether a column contains a character that no number or moment has. */
  unusual?(column: string): string;
  /**
   * The JSON text of an object with these members, as `JSON.stringify` writes it; null if a value does not have its
   * form.
   */
  object?(members: readonly PrintedMember[]): string;
  /** How text indexes are read, if the planner does not use them by itself. */
  readonly textMatch?: TextMatch;
  /** An insert, and another whose first value is the auto-increment key of the first, as one statement or as two. */
  tied(insert: string, key: string, into: (key: string) => string): readonly string[];
  /** What lets an insert give a value to a column that takes only those of its counter, if the engine has such columns. */
  readonly overriding?: string;
  /** An insert with an explicit auto-increment value, if the counter does not follow by itself. */
  passing?(insert: string, node: Insert, column: string): string;
}

/** A member of a JSON object, with the expression for its value. */
export interface PrintedMember extends Pick<Member, 'name' | 'form'> {
  readonly value: string;
}

/** How to select keys from a text index. */
interface TextMatch {
  rows(index: string, placeholder: string): string;
  /** Returns the parameter that finds the texts with these parts. */
  matching(parts: (binding: Binding) => readonly string[]): Source;
}

const MAX_JOINED = 200;

/** Builds the printer of an engine from its tokens. */
export function printerOf(tokens: Tokens): Printer {
  return {
    select: (select) => new Writer(tokens).statement((writer) => writer.select(select, true)),
    groups: (select) => new Writer(tokens).statement((writer) => writer.groups(select)),
    ...objectsOf(tokens),
    insert: (insert, key) => printInsert(tokens, insert, key),
    insertTied: (first, key, second) => printTied(tokens, first, key, second),
    update: (update) => new Writer(tokens, update.columns.length).statement((writer) => writer.update(update)),
    delete: (statement) => new Writer(tokens).statement((writer) => writer.delete(statement)),
  };
}

function objectsOf(tokens: Tokens): Pick<Printer, 'objects'> {
  const { object } = tokens;
  if (!object) return {};
  return { objects: (select) => new Writer(tokens).statement((writer) => writer.objects(select, object)) };
}

function printTied(tokens: Tokens, first: Insert, key: string, { table, columns }: Insert): readonly string[] {
  const { quote, placeholder } = tokens;
  const [, ...others] = columns;
  const marks = others.map((_, index) => placeholder(first.columns.length + index + 1, null));
  const into = (value: string): string =>
    `INSERT INTO ${quote(table)} (${columns.map(quote).join(', ')}) VALUES (${[value, ...marks].join(', ')})`;
  return tokens.tied(printInsert(tokens, first, key), key, into);
}

function printInsert(tokens: Tokens, insert: Insert, key: string | null): string {
  const { table, columns, given, overriding, rows = 1 } = insert;
  const names = columns.map((name) => tokens.quote(name)).join(', ');
  const marks = (row: number): string =>
    columns.map((_, index) => tokens.placeholder(row * columns.length + index + 1, null)).join(', ');
  const values = Array.from({ length: rows }, (_, row) => `(${marks(row)})`).join(', ');
  const how = overriding && tokens.overriding ? `${tokens.overriding} ` : '';
  const inserted = columns.length > 0 ? `(${names}) ${how}VALUES ${values}` : (tokens.emptyRow ?? 'DEFAULT VALUES');
  const text = `INSERT INTO ${tokens.quote(table)} ${inserted}`;
  if (given && tokens.passing) return tokens.passing(text, insert, given);
  return `${text}${tokens.returning(key === null ? null : printReturned(tokens, insert, key))}`;
}

function printReturned({ quote, exactly }: Tokens, { timed = false }: Insert, key: string): string {
  return timed && exactly ? exactly(quote(key), 'datetime') : quote(key);
}

/** Prints one statement and collects its parameters in the order of their placeholders. */
class Writer {
  readonly #tokens: Tokens;
  readonly #sources: Source[] = [];
  readonly #before: number;

  /** The text already contains `before` placeholders. */
  constructor(tokens: Tokens, before = 0) {
    this.#tokens = tokens;
    this.#before = before;
  }

  statement(print: (writer: Writer) => string): Printed {
    return { text: print(this), sources: this.#sources };
  }

  select(select: Select, outermost: boolean): string {
    const columns = select.columns.map((column) => (outermost ? this.#output(column) : this.#print(column)));
    return this.#rows(select, columns);
  }

  groups({ rows, computed, columns, group, order, limit }: GroupedSelect): string {
    const outputs = columns.map((column) => this.#output(column)).join(', ');
    const table = this.#derived(rows);
    const source = computed ? `SELECT ${this.#named(computed).join(', ')} FROM (${table}) g` : table;
    const parts = [`SELECT ${outputs} FROM (${source}) g`];
    if (group.length > 0) parts.push(`GROUP BY ${group.map((by) => this.#print(by)).join(', ')}`);
    const ordered = this.#order({ order });
    if (ordered) parts.push(ordered);
    parts.push(
      this.#tokens.limit(
        limit,
        this.#count(({ offset }) => offset),
      ),
    );
    return parts.join(' ');
  }

  /** The limit keeps engines from computing the JSON of rows before they sort them. */
  objects({ rows, members, extra, limit }: ObjectSelect, object: NonNullable<Tokens['object']>): string {
    const text = object(members.map(({ name, form, value }) => ({ name, form, value: this.#print(value) })));
    const columns = [text, ...extra.map((column) => this.#output(column))].join(', ');
    return `SELECT ${columns} FROM (${this.#derived(rows)}) g ${this.#tokens.limit(limit, null)}`;
  }

  #derived(rows: Select): string {
    const text = this.#rows(rows, this.#named(rows.columns));
    return rows.columns.some(({ type }) => type === 'scalar') ? (this.#tokens.readOnce?.(text) ?? text) : text;
  }

  #named(columns: readonly Expression[]): string[] {
    return columns.map((column, place) => `${this.#print(column)} AS ${this.#tokens.quote(`c${place}`)}`);
  }

  #rows(select: Select, columns: readonly string[]): string {
    const { quote } = this.#tokens;
    const parts = [
      `SELECT ${columns.length > 0 ? columns.join(', ') : '1'} FROM ${quote(select.table)} ${select.alias}`,
    ];
    if (select.where) parts.push(`WHERE ${this.#print(select.where)}`);
    if (select.group.length > 0) parts.push(`GROUP BY ${select.group.map((by) => this.#print(by)).join(', ')}`);
    const order = this.#order(select);
    if (order) parts.push(order);
    const limit = this.#limit(select);
    if (limit) parts.push(limit);
    return parts.join(' ');
  }

  update({ table, columns, where }: Update): string {
    const { quote, placeholder } = this.#tokens;
    const set = columns.map((name, index) => `${quote(name)} = ${placeholder(index + 1, null)}`).join(', ');
    return `UPDATE ${quote(table)} SET ${set}${this.#where(where)}`;
  }

  delete({ table, where }: Delete): string {
    return `DELETE FROM ${this.#tokens.quote(table)}${this.#where(where)}`;
  }

  /** Conditions of writes refer to columns without a table alias. */
  #where(where: Expression | null): string {
    return where ? ` WHERE ${this.#print(where)}` : '';
  }

  #order({ order }: Pick<Select, 'order'>): string {
    if (order.length === 0) return '';
    return `ORDER BY ${order.map((term) => this.#tokens.order(() => this.#print(term.by), term)).join(', ')}`;
  }

  #limit({ limit, offset }: Select): string {
    if (limit === null && !offset) return '';
    return this.#tokens.limit(limit, offset && this.#count(offset));
  }

  #count(source: Source): string {
    return this.#print(this.#comparand({ type: 'parameter', source, kind: 'integer' }, '<='));
  }

  #parameter(source: Source, kind: Kind): string {
    this.#sources.push(source);
    return this.#tokens.placeholder(this.#before + this.#sources.length, kind);
  }

  #output(column: Expression): string {
    if (column.type === 'place') return this.#place(column.of);
    const printed = this.#print(column);
    if (column.type === 'column') return this.#tokens.read(printed, column.kind);
    if (column.type === 'aggregate') return this.#result(printed, column);
    return column.type === 'when' && column.value.type === 'column'
      ? this.#tokens.read(printed, column.value.kind)
      : printed;
  }

  /** Sums of integers may have more digits than drivers read. */
  #result(printed: string, { function: name, of }: Extract<Expression, { type: 'aggregate' }>): string {
    if (name === 'sum' && INTEGRAL.has(kindOf(of))) return this.#tokens.read(printed, 'bigint');
    return name === 'min' || name === 'max' ? this.#tokens.read(printed, kindOf(of)) : printed;
  }

  #place(of: Expression): string {
    const { exactly } = this.#tokens;
    return exactly && INEXACT.has(kindOf(of)) ? exactly(this.#print(of), kindOf(of)) : this.#output(of);
  }

  #print(expression: Expression): string {
    switch (expression.type) {
      case 'column':
        return this.#column(expression);
      case 'parameter':
        return this.#parameter(expression.source, expression.kind);
      case 'constant':
        return this.#tokens.constant(expression.value);
      case 'count':
        return 'COUNT(*)';
      case 'aggregate':
        return this.#aggregate(expression);
      case 'part':
        return this.#part(expression);
      case 'truth':
        return this.#truth(this.#print(expression.of));
      case 'shown':
        return this.#shown(this.#print(expression.of), kindOf(expression.of));
      case 'random':
        return this.#tokens.random;
      case 'and':
      case 'or':
        return this.#joined(expression.of, expression.type === 'and' ? ' AND ' : ' OR ');
      case 'not':
        return `NOT ${this.#print(expression.of)}`;
      case 'exists':
        return `${this.#tokens.exists ?? 'EXISTS'} (${this.select(expression.select, false)})`;
      case 'scalar':
        return `(${this.select(expression.select, false)})`;
      case 'sortKey':
        return this.#tokens.sortKey(this.#print(expression.of), expression.folded, expression.of.type === 'parameter');
      case 'place':
        return this.#print(expression.of);
      case 'unindexed':
        return this.#unindexed(this.#print(expression.of), expression.of.type === 'column');
      case 'wholeNumber':
        return this.#tokens.wholeNumber(this.#print(expression.of), expression.isLong);
      case 'decimalNumber':
        return this.#decimalNumber(this.#print(expression.of));
      case 'among':
        return this.#among(expression);
      case 'unusual':
        return this.#tokens.unusual?.(this.#print(expression.of)) ?? this.#tokens.constant(false);
      case 'when':
        return `CASE WHEN ${this.#print(expression.condition)} THEN ${this.#print(expression.value)} END`;
      default:
        return this.#test(expression);
    }
  }

  #decimalNumber(text: string): string {
    return this.#tokens.decimalNumber?.(text) ?? text;
  }

  #aggregate({ function: name, of }: Extract<Expression, { type: 'aggregate' }>): string {
    const value = this.#print(of);
    const scale = of.type === 'column' ? of.scale : undefined;
    switch (name) {
      case 'count':
        return `COUNT(${value})`;
      case 'countDistinct':
        return `COUNT(DISTINCT ${value})`;
      case 'sum':
        return this.#tokens.sum(value, kindOf(of), scale);
      case 'avg':
        return this.#tokens.average(value, kindOf(of), scale);
      default:
        return `${name.toUpperCase()}(${value})`;
    }
  }

  #part({ part, of, offsets }: Extract<Expression, { type: 'part' }>): string {
    const moment = this.#print(of);
    const seconds = offsetAt(moment, offsets, (text) => this.#tokens.moment(text));
    return this.#tokens.part(part, seconds === '0' ? moment : this.#tokens.moved(moment, seconds), moment);
  }

  #truth(printed: string): string {
    return `CASE WHEN ${printed} = 0 THEN 0 WHEN ${printed} IS NOT NULL THEN 1 END`;
  }

  #shown(printed: string, kind: Kind): string {
    return this.#tokens.shown?.(printed, kind) ?? printed;
  }

  #unindexed(printed: string, isColumn: boolean): string {
    return this.#tokens.unindexed?.(printed, isColumn) ?? printed;
  }

  /** Long lists are nested as balanced halves, because engines limit expression depth. */
  #joined(of: readonly Expression[], word: string): string {
    if (of.length <= MAX_JOINED) return `(${of.map((part) => this.#print(part)).join(word)})`;
    const half = Math.ceil(of.length / 2);
    return `(${this.#joined(of.slice(0, half), word)}${word}${this.#joined(of.slice(half), word)})`;
  }

  #test(expression: Extract<Expression, { left: unknown } | { type: 'null' }>): string {
    if (expression.type === 'null') return `${this.#print(expression.of)} IS ${expression.negated ? 'NOT ' : ''}NULL`;
    if (expression.type === 'compare') return this.#compare(expression);
    if (expression.type === 'compareRows') return this.#compareRows(expression);
    if (expression.type === 'like' && expression.isWord && this.#tokens.typed) return this.#tokens.constant(false);
    if (expression.type === 'like') return this.#like(expression);
    if (expression.type === 'in' && this.#isCut(expression.left)) return this.#inShown(expression);
    const left = this.#print(expression.left);
    switch (expression.type) {
      case 'in':
        return `${left} ${expression.negated ? 'NOT ' : ''}IN (${expression.of.map((part) => this.#print(this.#comparand(part, '='))).join(', ')})`;
      case 'inSelect':
        return this.#inSelect(left, expression);
      case 'inKeys':
        return this.#tokens.inKeys(
          left,
          expression.kind,
          this.#parameter(this.#tokens.keys(expression.kind), 'text'),
          collationOf(expression.left),
        );
    }
  }

  #among({ key, sources, of }: Extract<Expression, { type: 'among' }>): string {
    const { textMatch } = this.#tokens;
    if (!textMatch) return this.#print(of);
    const left = this.#print(key);
    const keys = sources.map((source) => this.#keysOf(source, textMatch));
    return `(${keys.length > 0 ? `${left} IN (${keys.join(' UNION ALL ')})` : this.#tokens.constant(false)} AND ${this.#print(of)})`;
  }

  #keysOf(source: KeySource, { rows, matching }: TextMatch): string {
    if (source.type === 'select') return this.select(source.select, false);
    return rows(source.index, this.#parameter(matching(source.parts), 'text'));
  }

  #like({ left, pattern, negated, isPlain = false }: Extract<Expression, { type: 'like' }>): string {
    const scale = left.type === 'column' ? left.scale : undefined;
    const text = (): string => {
      const printed = this.#print(left);
      return scale === undefined ? printed : (this.#tokens.decimalText?.(printed, scale) ?? printed);
    };
    return this.#tokens.like(text, () => this.#print(pattern), { negated, isPlain, collation: collationOf(left) });
  }

  #compare(expression: Extract<Expression, { type: 'compare' }>): string {
    const { left, right, sign } = expression;
    if (this.#isCut(left) && right.type === 'parameter') return this.#compareShown({ left, right, sign });
    const printed = this.#reconciled(left, right, [this.#print(left), this.#print(this.#comparand(right, sign))]);
    const [leftKind, rightKind] = [kindOf(left), kindOf(right)];
    return `${this.#alike(printed[0], leftKind, rightKind)} ${sign} ${this.#alike(printed[1], rightKind, leftKind)}`;
  }

  /** Whether answers leave out a part of the values of a column that is compared as they show it. */
  #isCut(of: Expression): of is ShownColumn {
    return of.type === 'column' && of.asShown === true && this.#tokens.shown !== undefined;
  }

  /** All moments of a second are shown alike. Comparing with its first and its last can use an index. */
  #compareShown({ left: cut, right, sign }: { left: ShownColumn; right: Parameter; sign: Comparison }): string {
    const left = { ...cut, asShown: false };
    const last: Parameter = { ...right, source: lastOfSecond(right.source) };
    const compare = (how: Comparison, other: Parameter): Expression => ({
      type: 'compare',
      sign: how,
      left,
      right: other,
    });
    if (sign === '=') return this.#joined([compare('>=', right), compare('<=', last)], ' AND ');
    if (sign === '<>') return this.#joined([compare('<', right), compare('>', last)], ' OR ');
    return this.#print(compare(sign, sign === '<=' || sign === '>' ? last : right));
  }

  #inShown({ left, of, negated }: Extract<Expression, { type: 'in' }>): string {
    const each = of.map((right): Expression => ({ type: 'compare', sign: negated ? '<>' : '=', left, right }));
    return this.#joined(each, negated ? ' AND ' : ' OR ');
  }

  #compareRows({ left, right, sign }: Extract<Expression, { type: 'compareRows' }>): string {
    const side = (of: readonly Expression[]): string =>
      `(${of.map((part) => this.#print(this.#comparand(part, sign))).join(', ')})`;
    return `${side(left)} ${sign} ${side(right)}`;
  }

  #inSelect(
    left: string,
    { left: expression, select, materialized }: Extract<Expression, { type: 'inSelect' }>,
  ): string {
    const [column] = select.columns;
    const kind = kindOf(expression);
    const inner = column ? kindOf(column) : kind;
    const columns = column ? [this.#alike(this.#print(column), inner, kind)] : [];
    const rows = this.#rows(select, columns);
    return `${this.#alike(left, kind, inner)} IN (${materialized ? (this.#tokens.materialized?.(rows) ?? rows) : rows})`;
  }

  #reconciled(left: Expression, right: Expression, sides: readonly [string, string]): readonly [string, string] {
    const { reconciled } = this.#tokens;
    return reconciled && collationsDiffer(left, right) ? [reconciled(sides[0]), reconciled(sides[1])] : sides;
  }

  #alike(side: string, kind: Kind, other: Kind): string {
    return this.#tokens.alike?.(side, kind, other) ?? side;
  }

  #comparand(expression: Expression, sign: Comparison): Expression {
    const { comparand } = this.#tokens;
    if (!comparand || expression.type !== 'parameter') return expression;
    return { ...expression, source: comparand(expression.source, expression.kind, sign) };
  }

  #column({ alias, name, as }: Extract<Expression, { type: 'column' }>): string {
    const quoted = this.#tokens.quote(name);
    const column = alias === '' ? quoted : `${alias}.${quoted}`;
    if (!as) return column;
    return this.#tokens.cast?.(column, as) ?? `CAST(${column} AS ${as})`;
  }
}

function collationsDiffer(left: Expression, right: Expression): boolean {
  const isText = (side: Expression): boolean => TEXTUAL.has(kindOf(side));
  const columns = left.type === 'column' && right.type === 'column';
  return columns && isText(left) && isText(right) && left.collation !== right.collation;
}

type ShownColumn = Extract<Expression, { type: 'column' }>;
type Parameter = Extract<Expression, { type: 'parameter' }>;

/** The last moment that is shown like a moment; one with a fraction is meant exactly. */
function lastOfSecond(source: Source): Source {
  return (binding) => {
    const moment = source(binding);
    return typeof moment === 'string' && !moment.includes('.') ? `${moment}.999999` : moment;
  };
}

const INEXACT: ReadonlySet<Kind> = new Set(['float', 'date', 'time', 'datetime']);

function collationOf(expression: Expression): string | undefined {
  return expression.type === 'column' ? expression.collation : undefined;
}
