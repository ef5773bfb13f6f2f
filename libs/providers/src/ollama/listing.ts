import { MalformedReply } from '../adapter/adapter.ts';
import type { ModelListing } from '../adapter/adapter.ts';
import { asObject, asText } from '../json.ts';
import { modelsWire } from '../wire/models/listing.ts';

/** The models that a server has on its disk. */
export const ollamaModels: ModelListing = {
  path: '/api/tags',
  fromWire(reply) {
    const { models } = asObject(reply);
    if (!Array.isArray(models)) throw new MalformedReply('the reply holds no list of models');
    const named = (models as unknown[]).map((item) => {
      const { model, name } = asObject(item);
      return { id: asText(model) ?? asText(name) };
    });
    return modelsWire.fromWire(named);
  },
};
