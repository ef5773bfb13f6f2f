import { MalformedReply } from '../adapter/adapter.ts';
import type { ModelListing } from '../adapter/adapter.ts';
import { asList, asObject, asText } from '../json.ts';
import { MODELS_MAX } from '../wire/models/listing.ts';

/** A public id without its prefix. */
const USABLE_NAME = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,199}$/u;

/**
 * The models that can be called on demand, by their own id or by that of a cross-region profile.
 * Both lists are on another host than the models.
 */
export const bedrockListing: ModelListing = {
  path: '/foundation-models',
  morePaths: ['/inference-profiles?maxResults=1000&type=SYSTEM_DEFINED'],
  baseUrl: (baseUrl) => baseUrl.replace('bedrock-runtime', 'bedrock'),
  fromWire(reply) {
    const { modelSummaries: models, inferenceProfileSummaries: profiles } = asObject(reply);
    if (!Array.isArray(models) && !Array.isArray(profiles)) {
      throw new MalformedReply('the reply holds no list of models');
    }
    const names = [
      ...asList(models).filter(isOnDemand).map(idOf('modelId')),
      ...asList(profiles).filter(isActive).map(idOf('inferenceProfileId')),
    ];
    const usable = names
      .filter((name) => name !== undefined)
      .filter((name) => USABLE_NAME.test(name));
    return [...new Set(usable)].slice(0, MODELS_MAX);
  },
};

/** Models that can be called through a profile only are in the other list. */
function isOnDemand(model: unknown): boolean {
  return asList(asObject(model)['inferenceTypesSupported']).includes('ON_DEMAND');
}

function isActive(profile: unknown): boolean {
  return asObject(profile)['status'] === 'ACTIVE';
}

function idOf(name: string): (item: unknown) => string | undefined {
  return (item) => asText(asObject(item)[name]);
}
