import { Type } from 'typebox';
import type { Static } from 'typebox';
import { OpenResponse, OutputItem, ResponseDocument } from './responses.ts';

const Position = Type.Integer({ minimum: 0 });
const Text = Type.Optional(Type.String());

/**
 * One event of a stream of `POST /v1/responses`. `event:` is the type, and each number is greater
 * than the one before.
 */
export const ResponseEvent = Type.Object({
  type: Type.Union([
    Type.Literal('response.created'),
    Type.Literal('response.in_progress'),
    Type.Literal('response.output_item.added'),
    Type.Literal('response.content_part.added'),
    Type.Literal('response.output_text.delta'),
    Type.Literal('response.output_text.done'),
    Type.Literal('response.refusal.delta'),
    Type.Literal('response.refusal.done'),
    Type.Literal('response.reasoning_summary_part.added'),
    Type.Literal('response.reasoning_summary_text.delta'),
    Type.Literal('response.reasoning_summary_text.done'),
    Type.Literal('response.reasoning_summary_part.done'),
    Type.Literal('response.reasoning_text.delta'),
    Type.Literal('response.reasoning_text.done'),
    Type.Literal('response.content_part.done'),
    Type.Literal('response.function_call_arguments.delta'),
    Type.Literal('response.function_call_arguments.done'),
    Type.Literal('response.custom_tool_call_input.delta'),
    Type.Literal('response.custom_tool_call_input.done'),
    Type.Literal('response.output_item.done'),
    Type.Literal('response.completed'),
    Type.Literal('response.incomplete'),
    Type.Literal('response.failed'),
  ]),
  sequence_number: Position,
  /** The response, in the first events and in the last one. */
  response: Type.Optional(Type.Union([ResponseDocument, OpenResponse])),
  output_index: Type.Optional(Position),
  content_index: Type.Optional(Position),
  summary_index: Type.Optional(Position),
  item_id: Text,
  /**
   * Where it is done; an item that has been added has empty texts, and its status is `in_progress`.
   */
  item: Type.Optional(Type.Union([OutputItem, Type.Object({ id: Type.String() })])),
  part: Type.Optional(Type.Object({ type: Type.String() })),
  delta: Text,
  text: Text,
  refusal: Text,
  name: Text,
  arguments: Text,
  input: Text,
});
export type ResponseEvent = Static<typeof ResponseEvent>;
