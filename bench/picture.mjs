// The ratios as a chart: a bar for each case and engine, over one connection, and a line at the floor.
const WIDTH = 760;
const LEFT = 300;
const ROW = 16;
const GAP = 14;
const TOP = 64;
const MAX_RATIO = 3;
const COLOURS = { SQLite: '#8e2f2a', PostgreSQL: '#4a6d7c', MariaDB: '#b08d3c' };

const x = (ratio) => LEFT + (Math.min(ratio, MAX_RATIO) / MAX_RATIO) * (WIDTH - LEFT - 60);

function bar({ engine, ratio }, y) {
  const width = x(ratio) - LEFT;
  return `<rect x="${LEFT}" y="${y}" width="${width.toFixed(1)}" height="${ROW - 3}" fill="${COLOURS[engine]}"/>
<text x="${(x(ratio) + 6).toFixed(1)}" y="${y + 10}">${ratio.toFixed(2)}</text>`;
}

function group([name, bars], y) {
  const label = `<text x="${LEFT - 10}" y="${y + 10}" text-anchor="end">${name}</text>`;
  return [label, ...bars.map((each, index) => bar(each, y + index * ROW))].join('\n');
}

function legend() {
  return Object.entries(COLOURS).map(
    ([engine, colour], index) =>
      `<rect x="${LEFT + index * 110}" y="12" width="11" height="11" fill="${colour}"/>
<text x="${LEFT + index * 110 + 17}" y="22">${engine}</text>`,
  );
}

/** An SVG of the CPU time per request, as multiples of the floor's. */
export function picture(results) {
  const groups = grouped(results.filter(isShown));
  let y = TOP;
  const drawn = [...groups].map((entry) => {
    const at = y;
    y += entry[1].length * ROW + GAP;
    return group(entry, at);
  });
  const line = `<path d="M${x(1)} ${TOP - 12}V${y}" stroke="#777" stroke-dasharray="3 3"/>
<text x="${x(1)}" y="${TOP - 16}" text-anchor="middle">floor</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y}" font-family="system-ui, sans-serif" font-size="11" fill="#555">
<title>CPU time per request as multiples of the floor</title>
${[...legend(), line, ...drawn].join('\n')}
</svg>
`;
}

const isShown = ({ connections }) => connections === 1;

function grouped(results) {
  const groups = new Map();
  for (const result of results) groups.set(result.name, [...(groups.get(result.name) ?? []), result]);
  return groups;
}
