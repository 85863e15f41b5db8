import { type Operator, operators } from '../../src/query/operators.ts';
import { links, type Rule } from './secrets.ts';

const HOPS = 2;
const SMALL = new Set(['gte', 'nin', 'nnull', 'nlike']);

/** Every request that could reveal the secret of a rule, if the server let it: paths and GraphQL documents. */
export function guessesOf(rule: Rule): string[] {
  const roots = Object.keys(links);
  const documents = roots.flatMap((root) => documentsAt(root, rule));
  return [...roots.flatMap((root) => guessesAt(root, rule)), ...revisionGuesses(rule), ...documents];
}

const routeOf = (collection: string): string => (collection === 'directus_users' ? '/users' : `/items/${collection}`);

function guessesAt(root: string, rule: Rule): string[] {
  const route = routeOf(root);
  const paths = pathsTo(root, rule);
  if (paths.length === 0) return [];
  const compared = [...new Set(paths.flatMap(prefixes))];
  return [
    ...plainGuesses(rule).map((query) => `${route}?${query}`),
    `${route}/2?fields=*.*.*`,
    `${route}/4?fields=*.*.*`,
    ...paths.map((path) => `${route}?fields=id,${path}&status=*`),
    ...compared.filter((path) => !path.includes('.')).flatMap((path) => sorts(route, path)),
    ...compared.flatMap((path) => groups(route, path)),
    ...compared.flatMap((path) => operators.map((operator) => filter(route, path, operator, rule.guess))),
  ];
}

function plainGuesses({ guess }: Rule): string[] {
  return [
    '',
    'fields=*',
    'fields=*.*',
    'fields=*.*.*.*',
    'meta=*',
    'status=*&meta=*',
    'status=published&meta=*',
    'status=draft',
    'single=1&status=draft',
    'limit=1&page=2',
    `q=${guess}&meta=*`,
    `q=${guess.slice(0, 3)}&fields=id`,
  ];
}

const sorts = (route: string, field: string): string[] => [
  `${route}?sort=${field}&fields=id`,
  `${route}?sort=-${field}&limit=1&fields=id`,
];

const groups = (route: string, path: string): string[] => [
  `${route}?groupBy=${path}&aggregate[count]=*&status=*`,
  `${route}?aggregate[count]=${path}&aggregate[countDistinct]=${path}&status=*`,
  `${route}?aggregate[sum]=${path}&aggregate[avg]=${path}&aggregate[min]=${path}&aggregate[max]=${path}`,
];

function filter(route: string, path: string, { name }: Operator, guess: string): string {
  const value = name === 'has' ? '1' : name.endsWith('between') ? `${guess},${guess}` : guess;
  return `${route}?filter[${path}][${name}]=${value}&fields=id${SMALL.has(name) ? '' : '&meta=*'}`;
}

/** Dotted paths from a collection to the secret, each through a limited number of relations. */
function pathsTo(root: string, { collection, field }: Rule, hops = HOPS): string[] {
  const here = root === collection ? [field] : [];
  if (hops === 0) return here;
  const further = Object.entries(links[root] ?? {}).flatMap(([link, target]) =>
    pathsTo(target, { collection, field } as Rule, hops - 1).map((rest) => `${link}.${rest}`),
  );
  return [...here, ...further];
}

function prefixes(path: string): string[] {
  const parts = path.split('.');
  return parts.map((_, index) => parts.slice(0, index + 1).join('.'));
}

function revisionGuesses({ collection, guess }: Rule): string[] {
  const route = routeOf(collection);
  const patterns = operators.filter(({ family }) => family === 'pattern' || family === 'compare');
  const columns = ['data', 'delta'];
  return [
    ...[1, 2, 4].flatMap((key) => [`${route}/${key}/revisions`, `${route}/${key}/revisions/0`]),
    `${route}/2/revisions?sort=-data&meta=*`,
    '/revisions?fields=*&meta=*',
    `/revisions?q=${guess}&meta=*`,
    ...columns.flatMap((column) => sorts('/revisions', column)),
    ...columns.flatMap((column) => patterns.map((operator) => filter('/revisions', column, operator, guess))),
  ];
}

/** Operators of GraphQL filters, one of each kind. */
const ASKED = ['eq', 'lt', 'in', 'contains', 'nnull', 'has'];
const META = 'meta { result_count total_count filter_count }';

/** The same in GraphQL: the secret is selected, used in filters and sorts, searched for and counted. */
function documentsAt(root: string, rule: Rule): string[] {
  const paths = pathsTo(root, rule);
  if (paths.length === 0) return [];
  const shown = paths.map((path) => `{ ${root} { data { id ${selected(path)} } ${META} } }`);
  const narrowed = [`q: "${rule.guess}"`, 'status: ["draft"]', 'status: ["*"]', 'limit: 1, page: 2', 'id: 2', 'id: 4'];
  const own = paths.filter((path) => !path.includes('.'));
  const sorted = own.flatMap((path) => [`sort: "${path}"`, `sort: "-${path}"`]);
  const filtered = [...new Set(paths.flatMap(prefixes))]
    .filter((path) => !path.includes('.'))
    .flatMap((path) => ASKED.flatMap((name) => conditions(`${path}_${name}`, rule.guess)));
  const args = [...narrowed, ...sorted, ...filtered.map((condition) => `filter: ${condition}`)];
  return [...shown, ...args.map((arg) => `{ ${root}(${arg}) { data { id } ${META} } }`)];
}

/** `a.b.c` → `a { b { c } }`; GraphQL spells some names differently. */
const selected = (path: string): string =>
  path.split('.').reduceRight((below, name) => `${graphql(name)}${below && ` { ${below} }`}`, '');

const graphql = (name: string): string => name.replace(/^(?=\d)/, '_');

/** Conditions with the guess as a text, a number or a boolean, alone and among alternatives. */
function conditions(key: string, guess: string): string[] {
  const other = /_n?(null|empty)$/.test(key) ? 'true' : /^\d+$/.test(guess) ? guess : '1';
  const [first, second] = [`"${guess}"`, other].map((value) => `{ ${graphql(key)}: ${value} }`);
  return [`${first}`, `${second}`, `{ or: [${first}] }`];
}
