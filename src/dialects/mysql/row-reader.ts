import { ResultSize } from '../result-size.ts';
import { readMoment } from './moments.ts';

/** The packet that the driver reads the values of a row from. */
interface RowPacket {
  readonly buffer: Buffer;
  readonly end: number;
  offset: number;
  readDateTimeString: () => string;
}

/** The driver's parser for the rows of a statement. */
export interface RowParser {
  next(packet: RowPacket, fields: readonly object[], options: object): unknown;
}

/** Reads the rows of one execution like the driver's parser, but faster, and skips them once they are too large. */
export class RowReader implements RowParser {
  readonly #parser: RowParser;
  readonly #size = new ResultSize();

  constructor(parser: RowParser) {
    this.#parser = parser;
  }

  get isTooLarge(): boolean {
    return this.#size.isTooLarge;
  }

  next(packet: RowPacket, fields: readonly object[], options: object): unknown {
    if (!this.#size.add(packet.end - packet.offset)) return null;
    packet.readDateTimeString = readMoment;
    return this.#parser.next(packet, fields, options);
  }
}
