import type { Connection, PrepareStatementInfo, QueryError } from 'mysql2';
import type { Stored } from '../../schema/field-type.ts';
import { executePacket } from './execute-packet.ts';

const QUERY_ATTRIBUTES = 1 << 27;

/** Parts of the driver's connection that its types lack. */
interface Connected {
  readonly config: { readonly clientFlags: number };
  readonly serverCapabilityFlags?: number;
  addCommand(command: ExecuteCommand): void;
  writePacket(packet: SentPacket): void;
}

/** Parts of the driver's command that executes a prepared statement. */
interface ExecuteCommand {
  _connection: Connected;
  options: object;
  readonly statement: PrepareStatementInfo & { readonly id: number };
  readonly parameters: readonly Stored[];
  readonly resultsetHeader: unknown;
}

type Callback = (error: QueryError | null, ...answer: never[]) => void;
type CommandClass = new (
  options: { readonly statement: PrepareStatementInfo; readonly values: readonly Stored[] },
  callback: Callback,
) => ExecuteCommand;

/** What the driver asks of a packet that it sends. */
class SentPacket {
  readonly buffer: Buffer;

  constructor(buffer: Buffer) {
    this.buffer = buffer;
  }

  /** The length of the contents. */
  length(): number {
    return this.buffer.length;
  }

  writeHeader(sequence: number): void {
    this.buffer.writeUIntLE(this.buffer.length - 4, 0, 3);
    this.buffer[3] = sequence;
  }
}

let command: CommandClass | undefined;

/**
 * Executes a prepared statement as the driver does, but encodes its parameters itself and keeps the options of the
 * connection as they are: the driver copies them for each execution.
 */
export function executeStatement(
  driver: Connection,
  statement: PrepareStatementInfo,
  parameters: readonly Stored[],
  callback: Callback,
): void {
  command ??= commandOf(statement);
  (driver as unknown as Connected).addCommand(new command({ statement, values: parameters }, callback));
}

/** The driver's command with an own beginning. The driver does not export the class, but its statements make instances. */
function commandOf(statement: PrepareStatementInfo): CommandClass {
  let made: object = {};
  const connection = { addCommand: (given: object) => (made = given) };
  statement.execute.call({ ...statement, _connection: connection } as never, [], () => {});
  const Execute = made.constructor as CommandClass;
  return class extends Execute {
    start(_packet: unknown, connection: Connected): unknown {
      const { config, serverCapabilityFlags = 0 } = connection;
      this._connection = connection;
      this.options = config;
      const hasAttributes = (config.clientFlags & serverCapabilityFlags & QUERY_ATTRIBUTES) !== 0;
      const packet = executePacket({ id: this.statement.id, parameters: this.parameters, hasAttributes });
      connection.writePacket(new SentPacket(packet));
      return this.resultsetHeader;
    }
  };
}
