import { anyText, count, key } from '../../wire/members.ts';
import type { Shape, Shapes } from '../../wire/shape.ts';
import type { Wire } from '../../wire/wire.ts';

const pixels = (description: string): Shape => count(description, { minimum: 1 });

/** The transformations of an image. (Contract, F-112 to F-117.) */
const image = {
  key: anyText('The key of a preset of the project; it stands for the other parameters'),
  w: pixels('The width in pixels'),
  h: pixels('The height in pixels'),
  f: anyText('How the image fits width and height: crop or contain'),
  q: (t) => t.Integer({ minimum: 0, maximum: 100, description: 'The quality' }),
  format: anyText('The format of the image'),
  version: anyText('Ignored: makes a URL unlike others'),
} as const satisfies Shapes;

const download: Shapes = {
  download: anyText('Has browsers save the file: anything but 0 and false'),
};

/** Parameters that only make a URL unique, to bypass caches. */
const busters: Shapes = Object.fromEntries(
  ['v', 't', 'cache'].map((name) => [name, anyText('Ignored: makes a URL unlike others')]),
);

const deliver: Wire = {
  summary: 'Read the bytes of a file, or a thumbnail of an image',
  tags: ['assets'],
  path: { hash: key('The private hash of the file, or its name') },
  query: { ...image, ...download, ...busters },
  answers: [{ kind: 'file' }],
  errors: [
    'notFound',
    'rangeNotSatisfiable',
    'assetParameters',
    'assetKeyUnknown',
    'assetNotListed',
    'assetQuality',
    'assetSize',
    'assetFormat',
    'imageExtension',
    'imageUnreadable',
    'imageTooLarge',
    'imageTooCostly',
    'imagesBusy',
    'storageUnavailable',
  ],
};

const original = (summary: string): Wire => ({
  summary,
  tags: ['assets'],
  path: { project: key('The key of the project'), name: key('The name of the file on the disk') },
  query: { ...download, ...busters },
  answers: [{ kind: 'file' }],
  errors: ['notFound', 'rangeNotSatisfiable', 'storageUnavailable'],
});

/** The names of the parameters that transform an image. */
export const imageParameters = Object.keys(image) as (keyof typeof image)[];

/** The bytes of files. */
export const assetsWire = {
  deliver,
  original: original('Read the original of a file'),
  download: original('Read the original of a file through the server'),
};
