import type { Connection, PrepareStatementInfo, QueryError } from 'mysql2';
import type { Stored } from '../../schema/stored.ts';
import { ResultTooLarge } from '../result-size.ts';
import { executePacket } from './execute-packet.ts';
import { clearPrivateNames } from './private-names.ts';
import { type RowParser, RowReader } from './row-reader.ts';

const QUERY_ATTRIBUTES = 1 << 27;

/** Parts of the driver's connection that its types lack. */
interface Connected {
  readonly config: { readonly clientFlags: number };
  readonly serverCapabilityFlags?: number;
  /** The number of the next packet. */
  sequenceId: number;
  addCommand(command: ExecuteCommand): void;
  writePacket(packet: SentPacket): void;
  write(bytes: Buffer): void;
}

/** Parts of a received packet. */
interface Received {
  readonly buffer: Buffer;
  readonly start: number;
  readonly end: number;
}

/** Called by the driver with the next packet. */
type Step = (packet: Received, connection: Connected) => Step | null;

/** Parts of the driver's command that executes a prepared statement. */
interface ExecuteCommand {
  _connection: Connected;
  _rowParser: RowParser | null;
  _localStreamError?: Error;
  _receivedFieldsCount: number;
  readonly _fieldCount: number;
  readonly _fields: object[][];
  readonly _resultIndex: number;
  options: object;
  readonly statement: PrepareStatementInfo & { readonly id: number };
  readonly parameters: readonly Stored[];
  /** The commands that are sent together with this one. */
  followers?: readonly ExecuteCommand[];
  /** Whether it was sent together with the command before it. */
  isSent?: boolean;
  readonly resultsetHeader: Step;
  readonly row: Step;
  readField(packet: Received, connection: Connected): Step | null;
  fieldsEOF(packet: Received, connection: Connected): Step | null;
  /** Called after the last row. */
  done(): null;
  /** Ends the command with its error. */
  doneInsert(result: null): null;
  emit(event: 'fields', fields: readonly object[], index: number): void;
}

/** The column descriptions in the responses to a statement, as received and as the driver parses them. */
interface Columns {
  readonly packets: Buffer[];
  readonly fields: object[];
  /** Parses the rows; null until the driver has made it for these columns. */
  parser: RowParser | null;
}

type Callback = (error: QueryError | null, ...answer: never[]) => void;
type CommandClass = new (
  options: { readonly statement: PrepareStatementInfo; readonly values: readonly Stored[] },
  callback: Callback,
) => ExecuteCommand;

/** The part of a packet's interface that the driver uses to send it. */
class SentPacket {
  readonly buffer: Buffer;

  constructor(buffer: Buffer) {
    this.buffer = buffer;
  }

  /** The length of the payload. */
  length(): number {
    return this.buffer.length;
  }

  writeHeader(sequence: number): void {
    this.buffer.writeUIntLE(this.buffer.length - 4, 0, 3);
    this.buffer[3] = sequence;
  }
}

let command: CommandClass | undefined;

/** A prepared statement to execute. */
export interface Execution {
  readonly statement: PrepareStatementInfo;
  readonly parameters: readonly Stored[];
  readonly callback: Callback;
}

/**
 * Executes prepared statements in order, like the driver, but with less work per execution: it sends them in one go,
 * encodes their parameters itself, does not copy the connection's options, and parses column descriptions only once. If
 * one fails, those after it are executed nevertheless.
 */
export function executeStatements(driver: Connection, executions: readonly Execution[]): void {
  const commands = executions.map(({ statement, parameters, callback }) => {
    command ??= commandOf(statement);
    return new command({ statement, values: parameters }, callback);
  });
  const [first, ...followers] = commands;
  if (first && followers.length > 0) first.followers = followers;
  for (const each of commands) (driver as unknown as Connected).addCommand(each);
}

/** Beyond this size, packets are sent one by one: the server may stop reading until its responses are read. */
const MAX_JOINED_BYTES = 65_536;

/** Writes a command, and as many of its followers as fit. */
function write(command: ExecuteCommand, connection: Connected): void {
  const packet = packetOf(command, connection);
  const others = followersAfter(packet, command, connection);
  if (others.length === 0) {
    connection.writePacket(packet);
    return;
  }
  const packets = [packet, ...others];
  for (const each of packets) each.writeHeader(0);
  connection.write(Buffer.concat(packets.map(({ buffer }) => buffer)));
  connection.sequenceId = 1;
}

function followersAfter(first: SentPacket, { followers = [] }: ExecuteCommand, connection: Connected): SentPacket[] {
  const packets: SentPacket[] = [];
  let bytes = first.length();
  for (const each of followers) {
    const packet = packetOf(each, connection);
    bytes += packet.length();
    if (bytes > MAX_JOINED_BYTES) break;
    each.isSent = true;
    packets.push(packet);
  }
  return packets;
}

function packetOf({ statement: { id }, parameters }: ExecuteCommand, connection: Connected): SentPacket {
  const { config, serverCapabilityFlags = 0 } = connection;
  const hasAttributes = (config.clientFlags & serverCapabilityFlags & QUERY_ATTRIBUTES) !== 0;
  return new SentPacket(executePacket({ id, parameters, hasAttributes }));
}

const columns = new WeakMap<PrepareStatementInfo, Columns>();

function columnsOf(statement: PrepareStatementInfo): Columns {
  const known = columns.get(statement) ?? { packets: [], fields: [], parser: null };
  columns.set(statement, known);
  return known;
}

/**
 * A subclass of the driver's command with its own steps. The driver does not export the class, but its statements
 * create instances.
 */
function commandOf(statement: PrepareStatementInfo): CommandClass {
  let made: object = {};
  const connection = { addCommand: (given: object) => (made = given) };
  statement.execute.call({ ...statement, _connection: connection } as never, [], () => {});
  const Execute = made.constructor as CommandClass;
  return class extends Execute {
    start(_packet: unknown, connection: Connected): Step {
      this._connection = connection;
      this.options = connection.config;
      if (this.isSent) connection.sequenceId = 1;
      else write(this, connection);
      return this.resultsetHeader;
    }

    override readField(packet: Received, connection: Connected): Step | null {
      const known = columnsOf(this.statement);
      const at = this._receivedFieldsCount;
      const fields = this._fields[this._resultIndex] ?? [];
      const field = known.fields[at];
      if (field && known.packets[at]?.equals(contentsOf(packet))) {
        fields.push(field);
        if (++this._receivedFieldsCount === this._fieldCount) this.emit('fields', fields, this._resultIndex);
      } else {
        known.parser = null;
        known.packets[at] = Buffer.from(contentsOf(packet));
        super.readField(packet, connection);
        known.fields[at] = fields.at(-1) ?? {};
      }
      return this._receivedFieldsCount === this._fieldCount ? this.fieldsEOF : this.readField;
    }

    override fieldsEOF(packet: Received, connection: Connected): Step | null {
      const known = columnsOf(this.statement);
      if (known.parser && known.fields.length === this._fieldCount) {
        this._rowParser = new RowReader(known.parser);
        return this.row;
      }
      clearPrivateNames(known.fields);
      const next = super.fieldsEOF(packet, connection);
      known.fields.length = this._fieldCount;
      known.parser = next && this._rowParser;
      if (known.parser) this._rowParser = new RowReader(known.parser);
      return next;
    }

    override done(): null {
      if (!(this._rowParser instanceof RowReader) || !this._rowParser.isTooLarge) return super.done();
      this._localStreamError = new ResultTooLarge();
      return this.doneInsert(null);
    }
  };
}

const contentsOf = ({ buffer, start, end }: Received): Buffer => buffer.subarray(start + 4, end);
