import { previewRetention } from '../../services/retention/preview.ts';
import { type Route, show } from '../route.ts';
import { retentionWire } from '../wire/retention.ts';

/** A preview of what retention would remove. (Contract, L-70.) */
export const retentionRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/retention',
    access: 'admin',
    wire: retentionWire.read,
    handle: async (exchange) =>
      show(
        await previewRetention(exchange.context(), {
          keep_revisions: exchange.parameter('keep_revisions'),
          keep_revisions_days: exchange.parameter('keep_revisions_days'),
          keep_activity: exchange.parameter('keep_activity'),
          keep_activity_days: exchange.parameter('keep_activity_days'),
        }),
      ),
  },
];
