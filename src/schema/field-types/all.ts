import type { FieldType } from '../field.ts';
import { alias } from './alias.ts';
import { array } from './array.ts';
import { binary } from './binary.ts';
import { boolean } from './boolean.ts';
import { date } from './date.ts';
import { datetime } from './datetime.ts';
import { datetimeCreated } from './datetime-created.ts';
import { datetimeUpdated } from './datetime-updated.ts';
import { decimal } from './decimal.ts';
import { file } from './file.ts';
import { group } from './group.ts';
import { hash } from './hash.ts';
import { integer } from './integer.ts';
import { json } from './json.ts';
import { lang } from './lang.ts';
import { m2o } from './m2o.ts';
import { o2m } from './o2m.ts';
import { owner } from './owner.ts';
import { slug } from './slug.ts';
import { sort } from './sort.ts';
import { status } from './status.ts';
import { string } from './string.ts';
import { time } from './time.ts';
import { translation } from './translation.ts';
import { user } from './user.ts';
import { userUpdated } from './user-updated.ts';
import { uuid } from './uuid.ts';

/** The 27 service types in the order in which `GET /types` lists them. (Contract, S-101.) */
export const fieldTypes: readonly FieldType[] = [
  alias,
  array,
  binary,
  boolean,
  datetime,
  date,
  time,
  file,
  hash,
  group,
  integer,
  decimal,
  json,
  lang,
  m2o,
  o2m,
  slug,
  sort,
  status,
  string,
  translation,
  uuid,
  datetimeCreated,
  datetimeUpdated,
  owner,
  userUpdated,
  user,
];

const byName: ReadonlyMap<string, FieldType> = new Map(fieldTypes.map((type) => [type.name, type]));

/** The type with a name, ignoring case; undefined if there is none. */
export function fieldTypeOf(name: string): FieldType | undefined {
  return byName.get(name.toLowerCase());
}
