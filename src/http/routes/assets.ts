import { ApiError } from '../../errors/api-error.ts';
import { type AssetRequest, deliverAsset, deliverOriginal, downloadOriginal } from '../../services/assets/deliver.ts';
import { isRecord } from '../../shared/is-record.ts';
import type { Delivery } from '../../storage/content.ts';
import type { Exchange } from '../exchange.ts';
import type { Answer, Route } from '../route.ts';
import { assetsWire, imageParameters } from '../wire/assets.ts';

async function sendFile(exchange: Exchange, deliver: () => Promise<Delivery>): Promise<Answer> {
  const given = exchange.parameter('download');
  const download = given !== undefined && given !== '0' && given !== 'false';
  return { kind: 'file', delivery: await deliver(), again: deliver, download };
}

/** Delivers files and their thumbnails. (Contract, F-110 to F-119.) */
export const assetRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/assets/:hash',
    wire: assetsWire.deliver,
    handle: async (exchange) => {
      const requested: AssetRequest = Object.fromEntries(
        // A list counts as given, and as no value that an image may have.
        imageParameters.map((name) => [
          name,
          exchange.parameter(name) ?? (name in exchange.parameters ? '' : undefined),
        ]),
      );
      return sendFile(exchange, () => deliverAsset(exchange.context(), exchange.path('hash'), requested));
    },
  },
];

/**
 * Delivers originals under the URLs in the rows of their files. The paths are complete and contain the project.
 * (Contract, F-140.)
 */
export const originalRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/uploads/:project/originals/:name',
    wire: assetsWire.original,
    handle: async (exchange) => sendFile(exchange, () => deliverOriginal(exchange.context(), exchange.path('name'))),
  },
  {
    method: 'GET',
    path: '/downloads/:project/:name',
    wire: assetsWire.download,
    handle: async (exchange) => {
      const { storage } = exchange.project.config.sections;
      if (!isRecord(storage) || storage.proxy_downloads !== true) throw new ApiError('notFound');
      return sendFile(exchange, () => downloadOriginal(exchange.context(), exchange.path('name')));
    },
  },
];
