import type {
  CacheControl,
  ChatRequest,
  Message,
  ResponseFormat,
  Tool,
  ToolMessage,
  UserMessage,
} from '@tollgate/contract/chat';
import type { Endpoint } from '../../adapter/adapter.ts';
import { argumentsAsObject } from '../../adapter/call-arguments.ts';
import {
  lastMark,
  markedAtEnd,
  markOfAnswer,
  sendableMark,
  withOwnMarks,
} from '../../adapter/cache-marks.ts';
import { withToolsOfHistory } from '../../tokens/declared-tools.ts';
import { asList, isObject, withoutNulls } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import { spokenResult, withMediaBehindResults } from '../../adapter/tool-results.ts';
import { fittingCallId } from '../chat-completions/call-ids.ts';
import { chatLineOf } from './lines.ts';
import { replayedContent } from './replay.ts';
import { reasoningFields, replaysReasoning } from './reasoning.ts';
import type { Block, ConverseRequest, WireTurn } from './types.ts';

/** How documents are called, with a number behind. */
const DOCUMENT_NAME = 'Document';
const DOCUMENT_WORDS = 'See the document.';
/** A picture or a PDF. */
type Media = Exclude<Exclude<UserMessage['content'], string>[number], { type: 'text' }>;

/** What the provider takes as the id of a call. */
const CALL_ID = /^[a-zA-Z0-9_.:-]{1,64}$/u;

/**
 * Our request in the provider's shape, the same for whole answers and streams. Nulls mean absent;
 * `user`, `metadata` and `store` are for us and stay here. Parallel calls need no field: the
 * provider always allows them.
 */
export function toWireRequest(asked: ChatRequest, endpoint: Endpoint): ConverseRequest {
  const request = withOwnMarks(asked, endpoint.cacheTtl);
  const system = request.messages.flatMap((message) =>
    message.role === 'system' ? textBlocks(markedAtEnd(message).content) : [],
  );
  const messages = withNamedDocuments(turnsOf(messagesFor(request, endpoint), endpoint));
  const parts = {
    ...(system.length === 0 ? {} : { system }),
    ...notEmpty('inferenceConfig', inferenceConfig(request)),
    ...withoutNulls({
      toolConfig: toolConfig(withToolsOfHistory(request)),
      outputConfig: outputConfig(request.response_format),
      additionalModelRequestFields: reasoningFields(request, endpoint, messages),
    }),
  };
  return { messages, ...parts };
}

function notEmpty(name: string, fields: JsonObject): JsonObject {
  return Object.keys(fields).length === 0 ? {} : { [name]: fields };
}

function inferenceConfig(request: ChatRequest): JsonObject {
  const { stop } = request;
  return withoutNulls({
    maxTokens: request.max_completion_tokens ?? request.max_tokens,
    temperature: request.temperature,
    topP: request.top_p,
    stopSequences: typeof stop === 'string' ? [stop] : stop,
  });
}

function toolConfig({ tools, tool_choice: choice }: ChatRequest): JsonObject | undefined {
  if (!tools || tools.length === 0) return undefined;
  return withoutNulls({ tools: tools.flatMap(toWireTool), toolChoice: toWireChoice(choice) });
}

function toWireTool({ function: tool, cache_control: mark }: Tool): JsonObject[] {
  const json = tool.parameters ?? { type: 'object', properties: {} };
  const toolSpec = {
    name: tool.name,
    ...(tool.description ? { description: tool.description } : {}),
    inputSchema: { json },
    ...(tool.strict === true ? { strict: true } : {}),
  };
  return [{ toolSpec }, ...pointFor(mark ?? undefined)];
}

/**
 * On this wire a mark is a block behind the marked content. Five minutes is the default, and the
 * only time that some models know.
 */
function pointFor(mark: CacheControl | undefined): Block[] {
  if (mark === undefined) return [];
  return [{ cachePoint: { type: 'default', ...(mark.ttl === '1h' ? { ttl: mark.ttl } : {}) } }];
}

function toWireChoice(choice: ChatRequest['tool_choice']): JsonObject | undefined {
  if (choice === undefined || choice === null) return undefined;
  if (choice === 'auto') return { auto: {} };
  if (choice === 'required') return { any: {} };
  return typeof choice === 'string' ? undefined : { tool: { name: choice.function.name } };
}

/** The schema goes as text; the provider wants one. */
function outputConfig(format: ResponseFormat | null | undefined): JsonObject | undefined {
  if (format?.type !== 'json_schema') return undefined;
  const { name, description, schema } = format.json_schema;
  const jsonSchema = withoutNulls({
    schema: JSON.stringify(schema ?? { type: 'object' }),
    name,
    description: description === '' ? undefined : description,
  });
  return { textFormat: { type: 'json_schema', structure: { jsonSchema } } };
}

/**
 * Results of tools and the message after them share one turn of the user, because turns alternate.
 */
function turnsOf(messages: readonly Message[], endpoint: Endpoint): WireTurn[] {
  const turns: WireTurn[] = [];
  for (const message of messages) {
    if (message.role === 'system') continue;
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const content = blocksOf(message, endpoint);
    // Models give empty answers, and the provider refuses empty turns.
    if (role === 'assistant' && content.length === 0) continue;
    const last = turns.at(-1);
    if (last?.role === role) last.content.push(...content);
    else turns.push({ role, content });
  }
  return turns;
}

function blocksOf(message: Message, endpoint: Endpoint): Block[] {
  switch (message.role) {
    case 'system':
      return [];
    case 'user':
      return userBlocks(markedAtEnd(message).content);
    case 'assistant':
      return assistantContent(message, endpoint);
    case 'tool':
      return resultBlocks(message, endpoint);
  }
}

/** Some models read a result as text only: its pictures and documents follow the results. */
function messagesFor(request: ChatRequest, { upstreamModel }: Endpoint): readonly Message[] {
  const isRich = chatLineOf(upstreamModel)?.results === true;
  return isRich ? request.messages : withMediaBehindResults(request);
}

/** Some models know no mark for a result of a tool that failed. */
function resultBlocks(message: ToolMessage, endpoint: Endpoint): Block[] {
  const { tool_call_id: id, content, is_error: failed, cache_control: mark } = message;
  const isRich = chatLineOf(endpoint.upstreamModel)?.results === true;
  const said = isRich ? content : spokenResult(message);
  const toolResult = {
    toolUseId: fittingCallId(id, CALL_ID),
    content: userBlocks(said).filter((block) => !('cachePoint' in block)),
    ...(isRich && failed === true ? { status: 'error' } : {}),
  };
  return [{ toolResult }, ...pointFor(mark ?? lastMark(content))];
}

function userBlocks(content: (Message & { role: 'user' })['content']): Block[] {
  if (typeof content === 'string') return textBlocks(content);
  return content.flatMap((part) =>
    part.type === 'text' ? textBlocks([part]) : [mediaBlock(part), ...pointFor(sendableMark(part))],
  );
}

/**
 * A picture or a PDF. The name of a document is a neutral one, because the provider takes few
 * characters there and a model reads the name.
 */
function mediaBlock(part: Media): Block {
  if (part.type === 'image_url') return imageBlock(part.image_url.url);
  const { file_data: url } = part.file;
  const source = { bytes: url.slice(url.indexOf(',') + 1) };
  return { document: { format: 'pdf', name: DOCUMENT_NAME, source } };
}

/**
 * Names of documents within one request differ, and a turn with a document needs a text.
 * @see https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_DocumentBlock.html
 */
function withNamedDocuments(turns: readonly WireTurn[]): WireTurn[] {
  let documents = 0;
  const named = (block: Block): Block => {
    const { document, toolResult } = block;
    if (isObject(toolResult)) {
      const content = asList(toolResult['content']) as Block[];
      return { ...block, toolResult: { ...toolResult, content: content.map(named) } };
    }
    if (!isObject(document)) return block;
    documents += 1;
    return { ...block, document: { ...document, name: `${DOCUMENT_NAME} ${documents}` } };
  };
  return turns.map(({ role, content }) => {
    const blocks = content.map(named);
    const lacksText = content.some((block) => 'document' in block) && !content.some(isText);
    return { role, content: lacksText ? [{ text: DOCUMENT_WORDS }, ...blocks] : blocks };
  });
}

function isText(block: Block): boolean {
  return 'text' in block;
}

/** `data:image/png;base64,…`, which the contract has checked. */
function imageBlock(url: string): Block {
  const comma = url.indexOf(',');
  const format = url
    .slice(0, comma)
    .replace(/^data:image\//u, '')
    .replace(/;base64$/u, '');
  return { image: { format, source: { bytes: url.slice(comma + 1) } } };
}

/**
 * Puts the cache point of a marked answer at its end; behind reasoning the provider allows none.
 */
function assistantContent(message: Message & { role: 'assistant' }, endpoint: Endpoint): Block[] {
  const kept = replayedContent(message);
  const blocks = kept ?? assistantBlocks(message, endpoint);
  const last = blocks.at(-1);
  if (last === undefined || 'reasoningContent' in last || 'cachePoint' in last) return blocks;
  return [...blocks, ...pointFor(markOfAnswer(message, kept !== null))];
}

function assistantBlocks(message: Message & { role: 'assistant' }, endpoint: Endpoint): Block[] {
  const { content, refusal, reasoning_content: reasoning } = message;
  const texts =
    typeof content === 'string'
      ? textBlocks(content)
      : (content ?? []).flatMap((part) => textBlocks(part.type === 'text' ? [part] : part.refusal));
  const text = reasoning && replaysReasoning(endpoint.upstreamModel) ? reasoning : null;
  const calls = message.tool_calls ?? [];
  return [
    ...(text === null ? [] : [{ reasoningContent: { reasoningText: { text } } }]),
    ...(texts.length === 0 ? textBlocks(refusal ?? '') : texts),
    ...calls.map(({ id, function: { name, arguments: text } }) => ({
      toolUse: { toolUseId: fittingCallId(id, CALL_ID), name, input: argumentsAsObject(text) },
    })),
  ];
}

/** Leaves out texts of blanks alone, which the provider refuses; nothing is lost. */
function textBlocks(
  content: string | readonly { text: string; cache_control?: CacheControl | null }[],
): Block[] {
  const parts = typeof content === 'string' ? [{ text: content }] : content;
  return parts
    .filter(({ text }) => text.trim() !== '')
    .flatMap((part) => [{ text: part.text }, ...pointFor(sendableMark(part))]);
}
