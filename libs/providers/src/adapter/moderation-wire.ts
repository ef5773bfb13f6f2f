import type { ModerationsRequest } from '@tollgate/contract/moderations';
import type { Endpoint } from './endpoint.ts';
import type { UsageReading } from './usage.ts';

/** What a provider is to judge: a text, several, or the parts of one input. */
export interface ModerationCall {
  input: ModerationsRequest['input'];
  /** How many results are due. */
  count: number;
}

/** The judgement of one input, by the provider's names of categories. */
export interface Judgement {
  flagged: boolean;
  categories: Record<string, boolean>;
  scores: Record<string, number>;
  /** The kinds of input that each score is about. */
  appliedTo?: Record<string, string[]>;
}

/** What a reply says. */
export interface MappedModeration extends UsageReading {
  /** In the order of the inputs. */
  results: Judgement[];
  /** What the reply names as the model that has answered. */
  model?: string;
}

/** Pure mapping between our moderation API and one wire. */
export interface ModerationMapper {
  path(endpoint: Endpoint): string;
  toWire(call: ModerationCall, endpoint: Endpoint): unknown;
  /**
   * @throws MalformedReply when the reply is not what the wire promises
   * @throws ProviderError when the provider reports an error in a reply of status 200
   */
  fromWire(reply: unknown, call: ModerationCall): MappedModeration;
  /** The value with which a reply names the model. */
  modelIn(reply: unknown): unknown;
}
