import { number, t } from '../i18n/messages.ts';
import { sizeText } from './fleet.ts';

/** The metrics of some seconds. */
export interface Sample {
  readonly time: string;
  readonly cpu: number;
  readonly memory: number;
  readonly heap: number;
  readonly requests: number;
  readonly median: number | null;
  readonly p99: number | null;
  readonly failed: number;
  readonly refused: number;
  readonly delay: number;
}

/** The metrics of the last minutes. */
export interface Metrics {
  readonly since: string;
  readonly seconds: number;
  readonly samples: readonly Sample[];
}

/** A metric, and the format of its values. */
export interface Chart {
  readonly name: 'cpu' | 'memory' | 'requests' | 'p99' | 'refused' | 'delay';
  readonly text: (value: number) => string;
  /** The minimum end of its scale. */
  readonly least: number;
}

const ms = (value: number): string => `${number(value, { maximumFractionDigits: value < 10 ? 1 : 0 })} ms`;
const plain = (value: number): string => number(value, { maximumFractionDigits: value < 10 ? 1 : 0 });

export const CHARTS: readonly Chart[] = [
  { name: 'cpu', text: (value) => number(value, { style: 'percent', maximumFractionDigits: 0 }), least: 0.1 },
  { name: 'memory', text: sizeText, least: 1e6 },
  { name: 'requests', text: plain, least: 1 },
  { name: 'p99', text: ms, least: 1 },
  { name: 'refused', text: plain, least: 1 },
  { name: 'delay', text: ms, least: 1 },
];

/** A value as a chart writes it. */
export function valueText({ name, text }: Chart, sample: Sample | undefined): string {
  const value = sample?.[name] ?? null;
  return value === null ? t('common.none') : text(value);
}
