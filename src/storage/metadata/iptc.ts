import { type Caption, cleanTags, cleanText, locationOf } from './caption.ts';

/** Datasets of the application record. (IPTC-IIM 4.2, chapter 6.) */
const RECORD = 2;
const DATASET = { keyword: 25, city: 90, state: 95, country: 101, caption: 120 } as const;
const MARK = 0x1c;
const HEADER = 5;
/** A JPEG has at most 64 KiB, but a TIFF may have megabytes. */
const MAX_BYTES = 256 * 1024;

/** Reads the caption from an IPTC block, also inside Photoshop resources. Malformed parts are skipped. */
export function readIptc(bytes: Buffer): Caption {
  const block = bytes.subarray(0, MAX_BYTES);
  const found = new Map<number, string[]>();
  for (let at = block.indexOf(MARK); at >= 0 && at + HEADER <= block.length; ) {
    const length = block.readUInt16BE(at + 3);
    const isDataset = block[at + 1] === RECORD && length < 0x8000 && at + HEADER + length <= block.length;
    if (isDataset) add(found, block[at + 2] ?? 0, block.subarray(at + HEADER, at + HEADER + length));
    at = block.indexOf(MARK, isDataset ? at + HEADER + length : at + 1);
  }
  const texts = (dataset: number): string[] => found.get(dataset) ?? [];
  return {
    description: texts(DATASET.caption)[0] ?? null,
    location: locationOf([DATASET.city, DATASET.state, DATASET.country].map((dataset) => texts(dataset)[0])),
    tags: cleanTags(texts(DATASET.keyword)),
  };
}

function add(found: Map<number, string[]>, dataset: number, bytes: Buffer): void {
  const text = cleanText(bytes.toString('utf8'));
  const existing = found.get(dataset);
  if (text === '') return;
  if (existing) existing.push(text);
  else found.set(dataset, [text]);
}
