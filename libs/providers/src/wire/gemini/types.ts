import type { JsonObject } from '../../json.ts';

/**
 * One part of a turn: text (`text`, a thought when `thought` is true), a call (`functionCall`), a
 * result (`functionResponse`), data (`inlineData`), what the model's own tools did, each perhaps
 * with a `thoughtSignature`. Kept as it came, since it goes back byte for byte.
 */
export type WirePart = JsonObject;

/** One turn of a conversation. */
export interface WireContent {
  role: 'user' | 'model';
  parts: WirePart[];
}

/** The body of a generateContent call; the model and whether it streams are in the path. */
export interface WireRequest {
  contents: WireContent[];
  systemInstruction?: { parts: WirePart[] };
  /** Functions, or a tool that the provider runs. */
  tools?: JsonObject[];
  toolConfig?: { functionCallingConfig?: JsonObject; includeServerSideToolInvocations?: true };
  generationConfig?: JsonObject;
}
