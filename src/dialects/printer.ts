import type { Delete, Expression, Insert, Order, Select, Source, Update } from '../query/sql/nodes.ts';
import type { Kind } from '../schema/datatypes.ts';
import type { Printed, Printer } from './dialect.ts';

/** Where the engines' SQL differs. */
export interface Tokens {
  quote(name: string): string;
  /** The mark of the parameter at a place that counts from 1. */
  placeholder(position: number, kind: Kind): string;
  constant(value: boolean): string;
  /** A LIKE that ignores ASCII case; `!` escapes. */
  like(left: string, kind: Kind, pattern: string, negated: boolean): string;
  /** Membership in a list of any length that is one parameter. */
  inKeys(left: string, kind: Kind, placeholder: string): string;
  keys(kind: Kind): Source;
  /** Each call of `by` prints the term once more, with parameters of its own. */
  order(by: () => string, order: Order): string;
  readonly random: string;
  /** How a column is read, where drivers would lose something of its value. */
  read(column: string, kind: Kind): string;
  limit(limit: number | null, offset: string | null): string;
  /** What stands behind the table when a row takes all its defaults. */
  readonly defaultRow: string;
  returning(key: string | null): string;
}

/** The printer of an engine, from its tokens. */
export function printerOf(tokens: Tokens): Printer {
  return {
    select: (select) => new Writer(tokens).statement((writer) => writer.select(select, true)),
    insert: (insert, key) => printInsert(tokens, insert, key),
    update: (update) => new Writer(tokens, update.columns.length).statement((writer) => writer.update(update)),
    delete: (statement) => new Writer(tokens).statement((writer) => writer.delete(statement)),
  };
}

function printInsert(tokens: Tokens, { table, columns }: Insert, key: string | null): string {
  if (columns.length === 0) return `INSERT INTO ${tokens.quote(table)} ${tokens.defaultRow}${tokens.returning(key)}`;
  const names = columns.map((name) => tokens.quote(name)).join(', ');
  const marks = columns.map((_, index) => tokens.placeholder(index + 1, 'text')).join(', ');
  return `INSERT INTO ${tokens.quote(table)} (${names}) VALUES (${marks})${tokens.returning(key)}`;
}

/** Prints one statement and gathers its parameters in the order of their marks. */
class Writer {
  readonly #tokens: Tokens;
  readonly #sources: Source[] = [];
  readonly #before: number;

  /** `before` marks stand in the text already. */
  constructor(tokens: Tokens, before = 0) {
    this.#tokens = tokens;
    this.#before = before;
  }

  statement(print: (writer: Writer) => string): Printed {
    return { text: print(this), sources: this.#sources };
  }

  select(select: Select, outermost: boolean): string {
    const { quote } = this.#tokens;
    const columns = select.columns.map((column) => (outermost ? this.#output(column) : this.#print(column)));
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
    const set = columns.map((name, index) => `${quote(name)} = ${placeholder(index + 1, 'text')}`).join(', ');
    return `UPDATE ${quote(table)} SET ${set}${this.#where(where)}`;
  }

  delete({ table, where }: Delete): string {
    return `DELETE FROM ${this.#tokens.quote(table)}${this.#where(where)}`;
  }

  /** Conditions of writes name columns without an alias. */
  #where(where: Expression | null): string {
    return where ? ` WHERE ${this.#print(where)}` : '';
  }

  #order({ order }: Select): string {
    if (order === 'random') return `ORDER BY ${this.#tokens.random}`;
    if (order.length === 0) return '';
    return `ORDER BY ${order.map((term) => this.#tokens.order(() => this.#print(term.by), term)).join(', ')}`;
  }

  #limit({ limit, offset }: Select): string {
    if (limit === null && !offset) return '';
    return this.#tokens.limit(limit, offset && this.#parameter(offset, 'integer'));
  }

  #parameter(source: Source, kind: Kind): string {
    this.#sources.push(source);
    return this.#tokens.placeholder(this.#before + this.#sources.length, kind);
  }

  #output(column: Expression): string {
    const printed = this.#print(column);
    if (column.type === 'column') return this.#tokens.read(printed, column.kind);
    return column.type === 'when' && column.value.type === 'column'
      ? this.#tokens.read(printed, column.value.kind)
      : printed;
  }

  #print(expression: Expression): string {
    switch (expression.type) {
      case 'column':
        return this.#column(expression.alias, expression.name);
      case 'parameter':
        return this.#parameter(expression.source, expression.kind);
      case 'constant':
        return this.#tokens.constant(expression.value);
      case 'count':
        return 'COUNT(*)';
      case 'and':
      case 'or':
        return `(${expression.of.map((part) => this.#print(part)).join(expression.type === 'and' ? ' AND ' : ' OR ')})`;
      case 'not':
        return `NOT ${this.#print(expression.of)}`;
      case 'exists':
        return `EXISTS (${this.select(expression.select, false)})`;
      case 'scalar':
        return `(${this.select(expression.select, false)})`;
      case 'when':
        return `CASE WHEN ${this.#print(expression.condition)} THEN ${this.#print(expression.value)} END`;
      default:
        return this.#test(expression);
    }
  }

  #test(expression: Extract<Expression, { left: Expression } | { type: 'null' }>): string {
    if (expression.type === 'null') return `${this.#print(expression.of)} IS ${expression.negated ? 'NOT ' : ''}NULL`;
    const left = this.#print(expression.left);
    switch (expression.type) {
      case 'compare':
        return `${left} ${expression.sign} ${this.#print(expression.right)}`;
      case 'like':
        return this.#tokens.like(left, kindOf(expression.left), this.#print(expression.pattern), expression.negated);
      case 'in':
        return `${left} ${expression.negated ? 'NOT ' : ''}IN (${expression.of.map((part) => this.#print(part)).join(', ')})`;
      case 'inSelect':
        return `${left} IN (${this.select(expression.select, false)})`;
      case 'inKeys':
        return this.#tokens.inKeys(left, expression.kind, this.#parameter(this.#tokens.keys(expression.kind), 'text'));
    }
  }

  #column(alias: string, name: string): string {
    return alias === '' ? this.#tokens.quote(name) : `${alias}.${this.#tokens.quote(name)}`;
  }
}

function kindOf(expression: Expression): Kind {
  if (expression.type === 'column' || expression.type === 'parameter') return expression.kind;
  return expression.type === 'when' ? kindOf(expression.value) : 'text';
}
