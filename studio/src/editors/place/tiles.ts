import { type Coords, GridLayer, type Layer, type Map as LeafletMap, point, tileLayer } from 'leaflet';

const SIZE = 256;
const STEPS = [30, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001];

/** The background of a map: tiles of a server that the options name, otherwise lines of latitude and longitude, which need no network. */
export function backgroundOf(url: unknown, attribution: unknown, colours: Colours): Layer {
  if (typeof url === 'string' && /^(https:\/\/|\/)/.test(url))
    return tileLayer(url, { attribution: escaped(String(attribution ?? '')), crossOrigin: 'anonymous' });
  return new Graticule(colours);
}

export interface Colours {
  readonly line: string;
  readonly text: string;
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

class Graticule extends GridLayer {
  readonly #colours: Colours;

  constructor(colours: Colours) {
    super({
      tileSize: SIZE,
      noWrap: true,
      bounds: [
        [-85.05, -180],
        [85.05, 180],
      ],
    });
    this.#colours = colours;
  }

  protected override createTile({ x, y, z }: Coords): HTMLElement {
    const tile = document.createElement('canvas');
    [tile.width, tile.height] = [SIZE, SIZE];
    const context = tile.getContext('2d');
    const map = (this as unknown as { readonly _map: LeafletMap })._map;
    if (context) draw(context, map, point(x * SIZE, y * SIZE), z, this.#colours);
    return tile;
  }
}

function draw(
  context: CanvasRenderingContext2D,
  map: LeafletMap,
  origin: { x: number; y: number },
  z: number,
  { line, text }: Colours,
): void {
  const [from, to] = [map.unproject([origin.x, origin.y], z), map.unproject([origin.x + SIZE, origin.y + SIZE], z)];
  const step = STEPS.findLast((each) => (each * SIZE * 2 ** z) / 360 >= 80) ?? 30;
  context.strokeStyle = line;
  context.fillStyle = text;
  context.font = '10px sans-serif';
  const label = (degrees: number): string => `${Number(degrees.toFixed(3))}°`;
  for (let lng = Math.ceil(from.lng / step) * step; lng < to.lng; lng += step) {
    const x = Math.round(map.project([0, lng], z).x - origin.x) + 0.5;
    stroke(context, x, 0, x, SIZE);
    context.fillText(label(lng), x + 3, 11);
  }
  for (let lat = Math.ceil(to.lat / step) * step; lat < from.lat; lat += step) {
    const y = Math.round(map.project([lat, 0], z).y - origin.y) + 0.5;
    stroke(context, 0, y, SIZE, y);
    context.fillText(label(lat), 3, y - 3);
  }
}

function stroke(context: CanvasRenderingContext2D, x: number, y: number, toX: number, toY: number): void {
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(toX, toY);
  context.stroke();
}
