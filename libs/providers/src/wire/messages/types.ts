import type { Thinking } from '../../claude/thinking.ts';
import type { JsonObject } from '../../json.ts';

/** One block of a message's content, as the provider writes it; unknown members are kept. */
export interface WireBlock {
  type: string;
  [member: string]: unknown;
}

/** One turn; the provider knows no other roles. */
export interface WireTurn {
  role: 'user' | 'assistant';
  content: WireBlock[];
}

/** How tools may be called. */
export type WireToolChoice =
  | { type: 'none' }
  | { type: 'auto' | 'any'; disable_parallel_tool_use?: boolean }
  | { type: 'tool'; name: string; disable_parallel_tool_use?: boolean };

/** The body of `POST /v1/messages`. */
export interface WireRequest {
  model: string;
  max_tokens: number;
  messages: WireTurn[];
  system?: WireBlock[];
  temperature?: number;
  top_p?: number;
  stop_sequences?: string[];
  tools?: JsonObject[];
  tool_choice?: WireToolChoice;
  thinking?: Thinking;
  output_config?: { effort?: string; format?: { type: 'json_schema'; schema: JsonObject } };
  stream?: true;
}
