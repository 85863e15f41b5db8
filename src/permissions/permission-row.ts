/** A row of `directus_permissions`, typed. */
export interface PermissionRow {
  readonly id: number;
  readonly collection: string;
  readonly role: number;
  readonly status: string | null;
  readonly create: string | null;
  readonly read: string | null;
  readonly update: string | null;
  readonly delete: string | null;
  readonly comment: string | null;
  readonly explain: string | null;
  readonly read_field_blacklist: readonly string[];
  readonly write_field_blacklist: readonly string[];
  readonly status_blacklist: readonly string[];
}
