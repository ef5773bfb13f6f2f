import { MalformedReply } from '../adapter/adapter.ts';
import type { ModelListing } from '../adapter/adapter.ts';
import { asObject, asText } from '../json.ts';
import { modelsWire } from '../wire/models/listing.ts';

/** Models that transcribe, which the provider's list of models for speech does not have. */
const TRANSCRIBERS = ['scribe_v1', 'scribe_v2'];

/**
 * `GET /models`: a bare list of models (`Model` of the npm package @elevenlabs/elevenlabs-js 2.73),
 * of which those count that read aloud.
 */
export const elevenlabsListing: ModelListing = {
  path: '/models',
  fromWire(reply) {
    if (!Array.isArray(reply)) throw new MalformedReply('the reply is no list of models');
    const speaking = reply
      .map(asObject)
      .filter(({ can_do_text_to_speech: speaks }) => speaks === true)
      .flatMap((model) => asText(model['model_id']) ?? []);
    const data = [...speaking, ...TRANSCRIBERS].map((id) => ({ id }));
    return modelsWire.fromWire({ data });
  },
};
