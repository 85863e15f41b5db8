import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

const HEADER_BYTES = 12;
const TYPES: ReadonlyMap<number, 4 | 6> = new Map([
  [1, 4],
  [28, 6],
]);

/** A name server on this machine. Names that it does not know get no answer at all. */
export interface NameServer {
  readonly address: string;
  /** The names that it was asked for, once for each kind of address. */
  readonly asked: string[];
  close(): void;
}

/** Starts a name server that answers with the given addresses of IPv4; a known name without any does not exist. */
export async function nameServer(known: Readonly<Record<string, readonly string[]>>): Promise<NameServer> {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (query, { port, address }) => {
    const [name, end] = nameIn(query);
    asked.push(name);
    const answer = known[name] && answerTo(query.subarray(0, end + 4), known[name]);
    if (answer) socket.send(answer, port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { address: `127.0.0.1:${portOf(socket)}`, asked, close: () => socket.close() };
}

const portOf = (socket: Socket): number => socket.address().port;

/** The name in a query, and where it ends. */
function nameIn(query: Buffer): [name: string, end: number] {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return [labels.join('.').toLowerCase(), at + 1];
}

/** (RFC 1035, section 4.1.) */
function answerTo(asked: Buffer, addresses: readonly string[]): Buffer {
  const isOf4 = TYPES.get(asked.readUInt16BE(asked.length - 4)) === 4;
  const records = isOf4 ? addresses.map(record) : [];
  const header = Buffer.alloc(HEADER_BYTES);
  asked.copy(header, 0, 0, 2);
  header.writeUInt16BE(addresses.length > 0 ? 0x8180 : 0x8183, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  return Buffer.concat([header, asked.subarray(HEADER_BYTES), ...records]);
}

/** Refers to the name in the question, and is valid for no time. */
function record(address: string): Buffer {
  return Buffer.from([0xc0, HEADER_BYTES, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]);
}
