import type { Settings } from '../../schema/settings.ts';
import { isRecord } from '../../shared/is-record.ts';
import { parseJson } from '../../shared/parse-json.ts';
import { asText } from '../../shared/text.ts';
import type { Fit } from './variant.ts';

/** A box that images may be requested in. */
export interface Preset {
  readonly key: string;
  readonly width: number;
  readonly height: number;
  readonly fit: Fit;
  readonly quality: number;
}

/** The presets of a project. */
export interface Presets {
  /** Those of the system, followed by the project's own. */
  readonly all: readonly Preset[];
  /** Whether any box may be requested, because the project has no presets of its own. */
  readonly open: boolean;
}

/** The settings that list presets. */
export const PRESET_SETTINGS: readonly unknown[] = ['asset_whitelist', 'asset_whitelist_system'];
/** How many presets each of them may list, because every image shows its addresses for all of them. */
export const MAX_PRESETS = 200;

const parsed = new WeakMap<Settings, Presets>();

/** The presets in the settings, without invalid ones and those beyond the limit. (Contract, F-100 and F-102.) */
export function presetsOf(settings: Settings): Presets {
  const known = parsed.get(settings);
  if (known) return known;
  const own = parsePresets(settings.values.get('asset_whitelist'));
  const presets = {
    all: [...parsePresets(settings.values.get('asset_whitelist_system')), ...own],
    open: own.length === 0,
  };
  parsed.set(settings, presets);
  return presets;
}

function parsePresets(text: string | null | undefined): Preset[] {
  const list = parseJson(text ?? '[]');
  return Array.isArray(list) ? list.slice(0, MAX_PRESETS).flatMap(toPreset) : [];
}

function toPreset(entry: unknown): Preset[] {
  if (!isRecord(entry)) return [];
  const [width, height, quality] = [entry.width, entry.height, entry.quality].map(Number);
  if (width === undefined || height === undefined || quality === undefined) return [];
  const fit = entry.fit === 'contain' ? 'contain' : 'crop';
  // An adopted project may hold a fractional quality, which always meant the whole number below it.
  return [{ key: asText(entry.key), width, height, quality: Math.floor(quality), fit }];
}
