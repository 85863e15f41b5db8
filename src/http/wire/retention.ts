import { nullable } from '../../wire/members.ts';
import type { Build, Shape } from '../../wire/shape.ts';
import { data, type Wire } from '../../wire/wire.ts';

const rule = (t: Build) => nullable(t, t.Integer());
const asked = (description: string) => (t: Build) =>
  t.String({ pattern: '^([1-9][0-9]{0,8})?$', description: `${description}, in place of the project's rules` });

const preview: Shape = (t) =>
  t.Object({
    rules: t.Object({
      keep_revisions: rule(t),
      keep_revisions_days: rule(t),
      keep_activity: rule(t),
      keep_activity_days: rule(t),
    }),
    removes: t.Object({ revisions: t.Integer(), activity: t.Integer() }),
  });

const read: Wire = {
  summary: 'Count the records of changes that retention would remove',
  tags: ['activity'],
  query: {
    keep_revisions: asked('Revisions to keep of each item'),
    keep_revisions_days: asked('Days for which to keep revisions'),
    keep_activity: asked('Records of activity to keep'),
    keep_activity_days: asked('Days for which to keep activity'),
  },
  answers: [data(preview)],
  errors: ['adminOnly', 'validation'],
};

/** Retention. */
export const retentionWire = { read };
