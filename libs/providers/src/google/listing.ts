import { MalformedReply } from '../adapter/adapter.ts';
import type { ModelListing } from '../adapter/adapter.ts';
import { asList, asObject, asText } from '../json.ts';
import { modelsWire } from '../wire/models/listing.ts';

const SERVED = new Set([
  'generateContent',
  'embedContent',
  'batchEmbedContents',
  'predict',
  'predictLongRunning',
]);
const PREFIX = /^models\//u;

/**
 * The provider's models that answer, embed, or make images or videos, by their bare names; one
 * page holds them all.
 */
export const googleListing: ModelListing = {
  path: '/models?pageSize=1000',
  fromWire(reply) {
    const models = asObject(reply)['models'];
    if (!Array.isArray(models)) throw new MalformedReply('the reply holds no list of models');
    const served = models.map(asObject).filter((model) => {
      const methods = asList(model['supportedGenerationMethods']);
      return methods.some((method) => typeof method === 'string' && SERVED.has(method));
    });
    const data = served.map((model) => ({ id: asText(model['name'])?.replace(PREFIX, '') }));
    return modelsWire.fromWire({ data });
  },
};
