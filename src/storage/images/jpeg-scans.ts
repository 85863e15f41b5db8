/** Programs write about ten. */
const MAX_SCANS = 100;
/** Maximum markers and zero bytes to look at. A photo of 64 MiB has a few hundred thousand. */
const MAX_STOPS = 1_000_000;

const [START, END, SCAN] = [0xd8, 0xd9, 0xda];

/**
 * Whether a JPEG has more scans than any program writes. The image library processes all pixels for each scan, even an
 * empty one of a few bytes, and does not check its time limit meanwhile.
 */
export function hasTooManyScans(image: Buffer): boolean {
  if (image[0] !== 0xff || image[1] !== START) return false;
  let scans = 0;
  for (let at = 2, stops = 0; at + 3 < image.length; stops++) {
    if (stops === MAX_STOPS) return true;
    at = image.indexOf(0xff, at);
    const marker = at < 0 ? END : (image[at + 1] ?? END);
    if (marker === END) return false;
    if (marker === SCAN && ++scans > MAX_SCANS) return true;
    at += lengthAt(image, at, marker);
  }
  return false;
}

/** The bytes from a marker to where the next one may be. Within a scan, 0xFF is followed by zero or a restart marker. */
function lengthAt(image: Buffer, at: number, marker: number): number {
  if (marker === 0xff) return 1;
  const isAlone = marker <= 0x01 || (marker >= 0xd0 && marker <= START);
  return isAlone || at + 4 > image.length ? 2 : 2 + image.readUInt16BE(at + 2);
}
