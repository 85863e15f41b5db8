import { type Metrics, TIME_BOUNDS, type Totals } from './metrics.ts';

/** The media type of {@link prometheusText}. */
export const PROMETHEUS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

type Kind = 'counter' | 'gauge' | 'histogram';

/** What the server has done since its start, in the text format of Prometheus. (Contract, V-98.) */
export function prometheusText({ totals, latest }: Metrics): string {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  return [
    family('octavo_request_duration_seconds', 'histogram', 'Time per answered request', timesOf(totals)),
    single('octavo_requests_failed_total', 'counter', 'Answers with status 500', totals.failed),
    single('octavo_requests_refused_total', 'counter', 'Requests refused because too many waited', totals.refused),
    single('octavo_event_loop_delay_seconds', 'gauge', '99th percentile of 5 s', (latest?.delay ?? 0) / 1000),
    single('octavo_heap_bytes', 'gauge', 'JavaScript heap in use', heapUsed),
    single('process_cpu_seconds_total', 'counter', 'User and system CPU time', (user + system) / 1e6),
    single('process_resident_memory_bytes', 'gauge', 'Resident memory', rss),
    single('process_start_time_seconds', 'gauge', 'Start since 1970', performance.timeOrigin / 1000),
  ].join('');
}

function timesOf({ counts: [longer = 0, ...counts], ms }: Totals): Map<string, number> {
  const values = new Map<string, number>();
  let count = 0;
  for (const [index, bound] of TIME_BOUNDS.entries()) {
    count += counts[index] ?? 0;
    values.set(`_bucket{le="${bound / 1000}"}`, count);
  }
  count += longer;
  return values
    .set('_bucket{le="+Inf"}', count)
    .set('_sum', ms / 1000)
    .set('_count', count);
}

const single = (name: string, kind: Kind, help: string, value: number): string =>
  family(name, kind, help, new Map([['', value]]));

/** The lines of a metric: each value with what follows its name. */
function family(name: string, kind: Kind, help: string, values: ReadonlyMap<string, number>): string {
  const lines = [...values].map(([suffix, value]) => `${name}${suffix} ${value}\n`);
  return [`# HELP ${name} ${help}\n`, `# TYPE ${name} ${kind}\n`, ...lines].join('');
}
