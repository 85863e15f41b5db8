import type { Settings } from '../../schema/settings.ts';
import { isRecord } from '../../shared/is-record.ts';

/** A size in which thumbnails may be asked for by its key. */
export interface Preset {
  readonly key: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

const known = new WeakMap<Settings, readonly Preset[]>();

/** The service's own presets, then those of the project. (Facts of files, sections 1 and 2.) */
export function presetsOf(settings: Settings): readonly Preset[] {
  const presets =
    known.get(settings) ?? ['asset_whitelist_system', 'asset_whitelist'].flatMap((key) => read(settings, key));
  known.set(settings, presets);
  return presets;
}

function read({ values }: Settings, key: string): Preset[] {
  const list = parsed(values.get(key));
  return Array.isArray(list) ? list.filter(isRecord).map(toPreset) : [];
}

function toPreset({ key, width, height }: Record<string, unknown>): Preset {
  return { key: String(key ?? ''), width: Math.trunc(Number(width)) || 0, height: Math.trunc(Number(height)) || 0 };
}

function parsed(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return null;
  }
}
