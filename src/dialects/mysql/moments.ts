/** Where the value of a row begins. */
interface Place {
  readonly buffer: Buffer;
  offset: number;
}

const [ZERO, DASH, SPACE, COLON] = [48, 45, 32, 58];

/**
 * Reads a date with a time in a fifth of the driver's time: always in the form `2024-03-09 08:05:00`, without fractions
 * of seconds, which no field has. A moment is a length, a year of two bytes, and one byte each for month, day, hour,
 * minute and second. Trailing zeros are omitted.
 */
export function readMoment(this: Place): string {
  const { buffer, offset } = this;
  const length = buffer[offset] ?? 0;
  this.offset = offset + 1 + length;
  const byteAt = (at: number): number => (at > length ? 0 : (buffer[offset + at] ?? 0));
  const year = byteAt(1) + 256 * byteAt(2);
  const [month, day, hour, minute, second] = [byteAt(3), byteAt(4), byteAt(5), byteAt(6), byteAt(7)];
  return String.fromCharCode(
    tens(Math.floor(year / 100)),
    ones(Math.floor(year / 100)),
    tens(year % 100),
    ones(year % 100),
    DASH,
    tens(month),
    ones(month),
    DASH,
    tens(day),
    ones(day),
    SPACE,
    tens(hour),
    ones(hour),
    COLON,
    tens(minute),
    ones(minute),
    COLON,
    tens(second),
    ones(second),
  );
}

const tens = (number: number): number => ZERO + Math.floor(number / 10);
const ones = (number: number): number => ZERO + (number % 10);
