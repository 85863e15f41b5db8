import { join, resolve } from 'node:path';
import type { ProjectConfig } from '../config/project-config.ts';
import { isRecord } from '../shared/is-record.ts';
import { withoutEnding } from '../shared/without-ending.ts';

/** The connection to a bucket. */
export interface BucketConfig {
  readonly key: string;
  readonly secret: string;
  readonly region: string;
  readonly bucket: string;
  /** Null for the region's default. */
  readonly endpoint: string | null;
  /** Headers added to every written object. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Where a project keeps its files: the section `storage` of its configuration, completed with defaults. (Contract,
 * F-141.)
 */
export interface StorageConfig {
  readonly adapter: 'local' | 's3';
  /** Folders, or key prefixes, of originals and of generated images. */
  readonly root: string;
  readonly thumbRoot: string;
  /** The URL prefix of originals. */
  readonly rootUrl: string;
  /** Whether the URLs of originals are `/downloads/…`. */
  readonly proxyDownloads: boolean;
  readonly bucket: BucketConfig | null;
}

/** The storage configuration of a project. Relative folders are below the data folder. */
export function storageConfigOf({ project, sections }: ProjectConfig, data: string): StorageConfig {
  const section = isRecord(sections.storage) ? sections.storage : {};
  const text = (name: string): string | null => textAt(section, name);
  const isBucket = text('adapter') === 's3';
  const folder = (name: string, kind: string): string => {
    const given = text(name);
    if (isBucket) return withoutEnding((given ?? `${project}/${kind}`).replace(/^\/+/, ''), '/');
    return given === null ? join(data, 'uploads', project, kind) : resolve(data, given);
  };
  return {
    adapter: isBucket ? 's3' : 'local',
    root: folder('root', 'originals'),
    thumbRoot: folder('thumb_root', 'generated'),
    rootUrl: withoutEnding(text('root_url') ?? `/uploads/${project}/originals`, '/'),
    proxyDownloads: section.proxy_downloads === true,
    bucket: isBucket ? bucketOf(section) : null,
  };
}

function bucketOf(section: Readonly<Record<string, unknown>>): BucketConfig {
  const text = (name: string): string => textAt(section, name) ?? '';
  const options = isRecord(section.options) ? section.options : {};
  const acl = textAt(options, 'ACL');
  const cache = textAt(options, 'CacheControl');
  return {
    key: text('key'),
    secret: text('secret'),
    region: text('region') || 'us-east-1',
    bucket: text('bucket'),
    endpoint: withoutEnding(textAt(section, 'endpoint') ?? '', '/') || null,
    headers: { ...(acl && { 'x-amz-acl': acl }), ...(cache && { 'cache-control': cache }) },
  };
}

function textAt(section: Readonly<Record<string, unknown>>, name: string): string | null {
  const value = section[name];
  return typeof value === 'string' && value !== '' ? value : null;
}
