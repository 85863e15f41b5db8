import { Graph, layout } from '@dagrejs/dagre';
import type { CollectionRow } from '../model/collection.ts';
import type { RelationRow } from '../model/relation.ts';

/** A collection in the diagram. */
export interface Entity {
  readonly name: string;
  readonly label: string;
  readonly isBehind: boolean;
  /** The names of its fields, relations first; the rest is only counted. */
  readonly fields: readonly { readonly name: string; readonly leads: boolean }[];
  readonly more: number;
}

/** A field that holds keys of another collection. */
export interface Link {
  readonly from: string;
  readonly field: string;
  readonly to: string;
}

export interface Box extends Entity {
  readonly x: number;
  readonly y: number;
  readonly height: number;
}

export interface Line extends Link {
  readonly path: string;
}

export interface Drawing {
  readonly boxes: readonly Box[];
  readonly lines: readonly Line[];
  readonly width: number;
  readonly height: number;
}

export const BOX_WIDTH = 190;
export const HEAD_HEIGHT = 34;
export const FIELD_HEIGHT = 20;
const FOOT = 8;
const MAX_FIELDS = 8;

/** The links between collections that are shown: by relations, and by fields of files and people. */
export function linksOf(relations: readonly RelationRow[], shown: ReadonlySet<string>): readonly Link[] {
  return relations.flatMap(({ collection_many: from, field_many: field, collection_one: to }) =>
    from && field && to && shown.has(from) && shown.has(to) ? [{ from, field, to }] : [],
  );
}

/** A collection with the fields that fit: relations, then the first others. */
export function entityOf(row: CollectionRow, label: string, isBehind: boolean, links: readonly Link[]): Entity {
  const own = new Set(links.filter(({ from }) => from === row.collection).map(({ field }) => field));
  const columns = Object.values(row.fields)
    .filter(({ datatype }) => datatype !== null)
    .map(({ field }) => ({ name: field, leads: own.has(field) }));
  const chosen = [...columns].sort((a, b) => Number(b.leads) - Number(a.leads)).slice(0, MAX_FIELDS);
  const fields = columns.filter((each) => chosen.includes(each));
  return { name: row.collection, label, isBehind, fields, more: columns.length - fields.length };
}

const heightOf = ({ fields, more }: Entity): number =>
  HEAD_HEIGHT + (fields.length + (more > 0 ? 1 : 0)) * FIELD_HEIGHT + FOOT;

/** Places collections so that few lines cross, and draws the lines. */
export function drawn(entities: readonly Entity[], links: readonly Link[]): Drawing {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'LR', nodesep: 28, ranksep: 90, marginx: 20, marginy: 20 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const entity of entities) graph.setNode(entity.name, { width: BOX_WIDTH, height: heightOf(entity) });
  for (const { from, to, field } of links) graph.setEdge(from, to, {}, field);
  layout(graph);
  const boxes = entities.map((entity): Box => {
    const { x = 0, y = 0 } = graph.node(entity.name) as { readonly x?: number; readonly y?: number };
    const height = heightOf(entity);
    return { ...entity, x: x - BOX_WIDTH / 2, y: y - height / 2, height };
  });
  const lines = links.map((link): Line => ({ ...link, path: pathOf(pointsOf(graph, link)) }));
  const width = Math.max(0, ...boxes.map(({ x }) => x + BOX_WIDTH)) + 20;
  return { boxes, lines, width, height: Math.max(0, ...boxes.map(({ y, height }) => y + height)) + 20 };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

function pointsOf(graph: Graph, { from, to, field }: Link): readonly Point[] {
  const edge = graph.edge({ v: from, w: to, name: field }) as { readonly points?: readonly Point[] } | undefined;
  return edge?.points ?? [];
}

/** A smooth line through points. */
export function pathOf(points: readonly Point[]): string {
  const [first, ...rest] = points;
  const last = points.at(-1);
  if (!first || !last) return '';
  const middles = rest.slice(0, -1).map((point, at) => {
    const next = rest[at + 1] ?? last;
    const isLast = at === rest.length - 2;
    return `Q${point.x},${point.y} ${isLast ? next.x : (point.x + next.x) / 2},${isLast ? next.y : (point.y + next.y) / 2}`;
  });
  return middles.length === 0
    ? `M${first.x},${first.y} L${last.x},${last.y}`
    : `M${first.x},${first.y} ${middles.join(' ')}`;
}
