import type { ChatMapper, Credential, StreamMapper, WireEvent } from './adapter.ts';
import { isObject, parseJson } from './json.ts';

/**
 * Names of models as providers write them. What a provider calls itself goes into traces and metrics, so that whatever else stands there
 * is taken for no name.
 */
const NAME = /^[\w.:/@+-]{1,128}$/u;
/** Events of a stream that are searched for the name; wires tell it in the first, or leave it empty in the first and tell it in the next. */
const EVENTS_SEARCHED = 3;

/**
 * The name under which a provider says that it has answered.
 * @param told what stands in the reply where its wire has the name
 * @returns undefined for what is no name, and for a name with a value of the credential in it
 */
export function answeringModel(told: unknown, credential: Credential): string | undefined {
  if (typeof told !== 'string' || !NAME.test(told)) return undefined;
  const secrets = Object.values(credential).filter((secret) => secret !== '');
  return secrets.some((secret) => told.includes(secret)) ? undefined : told;
}

/** A stream's mapper that hears the name of the model. */
export interface HearingMapper extends StreamMapper {
  /** The name; undefined until the provider has told one. */
  model(): string | undefined;
}

/** Hears the name in the first events, which are parsed once for both. */
export function hearingModel(
  mapper: StreamMapper,
  { modelIn }: Pick<ChatMapper, 'modelIn'>,
  credential: Credential,
): HearingMapper {
  let model: string | undefined;
  let left = EVENTS_SEARCHED;
  const heard = (event: WireEvent): WireEvent => {
    left -= 1;
    const payload = parseJson(event.data);
    if (!isObject(payload)) return event;
    model = answeringModel(modelIn(payload), credential);
    return { ...event, payload };
  };
  return {
    push: (event) => mapper.push(model === undefined && left > 0 ? heard(event) : event),
    end: () => mapper.end(),
    state: () => mapper.state(),
    model: () => model,
  };
}
