/** What a photo says of itself. */
export interface Caption {
  readonly title: string | null;
  readonly description: string | null;
  readonly location: string | null;
  readonly tags: readonly string[] | null;
}

/** Datasets of the record of applications. (IPTC-IIM 4.2, chapter 6.) */
const RECORD = 2;
const DATASET = { title: 5, keyword: 25, city: 90, state: 95, country: 101, caption: 120 } as const;
const MARK = 0x1c;
const HEADER = 5;

/** Reads the caption out of an IPTC block, also one inside of Photoshop's resources. What is broken is left out. */
export function readCaption(block: Buffer): Caption {
  const found = new Map<number, string[]>();
  for (let at = block.indexOf(MARK); at >= 0 && at + HEADER <= block.length; ) {
    const length = block.readUInt16BE(at + 3);
    const isDataset = block[at + 1] === RECORD && length < 0x8000 && at + HEADER + length <= block.length;
    if (isDataset) add(found, block[at + 2] ?? 0, block.subarray(at + HEADER, at + HEADER + length));
    at = block.indexOf(MARK, isDataset ? at + HEADER + length : at + 1);
  }
  const texts = (dataset: number): string[] => found.get(dataset) ?? [];
  const places = [DATASET.city, DATASET.state, DATASET.country].flatMap((dataset) => texts(dataset).slice(0, 1));
  return {
    title: texts(DATASET.title)[0] ?? null,
    description: texts(DATASET.caption)[0] ?? null,
    location: places.join(', ') || null,
    tags: found.get(DATASET.keyword) ?? null,
  };
}

function add(found: Map<number, string[]>, dataset: number, bytes: Buffer): void {
  const text = cleanText(bytes);
  if (text !== '') found.set(dataset, [...(found.get(dataset) ?? []), text]);
}

/** Bytes that are no UTF-8 are dropped, and control characters with them. (Facts of files, section 4.4.) */
function cleanText(bytes: Buffer): string {
  return bytes
    .toString('utf8')
    .replace(/\uFFFD|(?![\t\n\r])\p{Cc}/gu, '')
    .trim();
}
