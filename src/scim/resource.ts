import type { ScimObject } from './schema/attribute.ts';

/** A resource as returned. */
export interface Found {
  readonly resource: ScimObject;
  readonly version: string;
}

/** The resource to change, and the version it must have. */
export interface Changed {
  readonly identifier: string;
  readonly ifMatch: string | undefined;
}
