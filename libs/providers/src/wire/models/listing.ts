import { MalformedReply } from '../../adapter/adapter.ts';
import type { ModelListing } from '../../adapter/adapter.ts';
import { asObject, asText } from '../../json.ts';

/** The most models that are taken from one provider. */
export const MODELS_MAX = 5_000;
/** The pattern of a public id behind the provider's prefix; no segment consists of dots alone. */
const USABLE_NAME = /^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[A-Za-z0-9][A-Za-z0-9._:/@+-]{0,199}$/u;

/**
 * Models over the wire of `GET /models`: `{data: [{id}]}`, or the bare list that some providers
 * give.
 */
export const modelsWire: ModelListing = {
  path: '/models',
  fromWire(reply) {
    const list = Array.isArray(reply) ? (reply as unknown[]) : asObject(reply)['data'];
    if (!Array.isArray(list)) throw new MalformedReply('the reply holds no list of models');
    const names = (list as unknown[]).flatMap((item) => asText(asObject(item)['id']) ?? []);
    return [...new Set(names.filter((name) => USABLE_NAME.test(name)))].slice(0, MODELS_MAX);
  },
};
