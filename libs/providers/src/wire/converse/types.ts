import type { JsonObject } from '../../json.ts';

/** The family's id, the prefix of its public models, and its member in `extra_content`. */
export const BEDROCK = 'bedrock';

/** One block of a message: an object with one member that names its kind. */
export type Block = JsonObject;

/** One turn as the wire has it; turns of one role that follow each other are one. */
export interface WireTurn {
  role: 'user' | 'assistant';
  content: Block[];
}

/** Body of Converse and ConverseStream. */
export interface ConverseRequest {
  messages: WireTurn[];
  system?: Block[];
  inferenceConfig?: JsonObject;
  toolConfig?: JsonObject;
  outputConfig?: JsonObject;
  additionalModelRequestFields?: JsonObject;
}
