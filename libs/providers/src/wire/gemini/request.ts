import type {
  AssistantMessage,
  ChatRequest,
  Message,
  Tool,
  ToolMessage,
  UserMessage,
} from '@tollgate/contract/chat';
import type { Endpoint } from '../../adapter/adapter.ts';
import { withoutNulls } from '../../json.ts';
import { textsIn, withMediaBehindResults } from '../../adapter/tool-results.ts';
import type { JsonObject } from '../../json.ts';
import { thinkingOf, wantsSignedCalls } from './lines.ts';
import { callOf, objectIn, plainParts } from './content.ts';
import { holdsInvocation, replayedParts } from './replay.ts';
import { combinesTools, wireTools } from './server-tools.ts';
import type { WireContent, WirePart, WireRequest } from './types.ts';

/**
 * The placeholder that the provider takes when the signature of a call is lost or another model
 * made the call.
 */
const UNSIGNED_CALL = 'skip_thought_signature_validator';

/**
 * Our request in the provider's shape; everything that is null or absent stays out. System messages
 * are gathered, since the wire has one field for them. The wire has no field for the name of a
 * speaker or the detail of an image.
 */
export function toWireRequest(request: ChatRequest, endpoint: Endpoint): WireRequest {
  const system = request.messages.flatMap((message) =>
    message.role === 'system' ? textParts(message.content) : [],
  );
  const generation = toWireGeneration(request, endpoint);
  const tools = toolsOf(request);
  return {
    contents: toWireContents(messagesFor(request, endpoint), endpoint),
    ...(system.length === 0 ? {} : { systemInstruction: { parts: system } }),
    ...(tools.length === 0 ? {} : { tools }),
    ...toWireToolConfig(request),
    ...(Object.keys(generation).length === 0 ? {} : { generationConfig: generation }),
  };
}

/** The functions of a request, and the tools that the provider runs. */
function toolsOf(request: ChatRequest): JsonObject[] {
  const { tools } = request;
  return [
    ...(tools ? [{ functionDeclarations: tools.map(toWireTool) }] : []),
    ...wireTools(request),
  ];
}

function toWireGeneration(request: ChatRequest, { upstreamModel }: Endpoint): JsonObject {
  const { stop, reasoning_effort: effort } = request;
  const ceiling = request.max_completion_tokens ?? request.max_tokens;
  return withoutNulls({
    maxOutputTokens: ceiling,
    temperature: request.temperature,
    topP: request.top_p,
    candidateCount: request.n,
    stopSequences: typeof stop === 'string' ? [stop] : stop,
    seed: request.seed,
    presencePenalty: request.presence_penalty,
    frequencyPenalty: request.frequency_penalty,
    ...toWireFormat(request.response_format),
    thinkingConfig: effort ? thinkingOf(upstreamModel, effort, ceiling ?? Infinity) : undefined,
  });
}

/**
 * The provider has no field for a format's name; the format's description is used when the schema
 * has none.
 */
function toWireFormat(format: ChatRequest['response_format']): JsonObject {
  if (!format || format.type === 'text') return {};
  const json = { responseMimeType: 'application/json' };
  if (format.type === 'json_object') return json;
  const { schema, description } = format.json_schema;
  if (schema === undefined) return json;
  return { ...json, responseJsonSchema: { ...withoutNulls({ description }), ...schema } };
}

/**
 * Schemas go as the JSON Schema that they are: the provider's own dialect of `parameters` would
 * lose parts of them.
 */
function toWireTool({ function: { name, description, parameters } }: Tool): JsonObject {
  return withoutNulls({ name, description, parametersJsonSchema: parameters });
}

/**
 * The provider enforces strict schemas when a call is forced; `VALIDATED` enforces them when calls
 * are optional.
 */
function toWireToolConfig(request: ChatRequest): Partial<WireRequest> {
  // Beside its own tools the provider takes this mode alone, and it wants the runs of earlier turns
  // back in every turn.
  if (combinesTools(request)) return circulating(calling('VALIDATED'));
  const config = request.hosted === undefined ? functionConfig(request) : {};
  return request.messages.some(holdsInvocation) ? circulating(config) : config;
}

function circulating({ toolConfig }: Partial<WireRequest>): Partial<WireRequest> {
  return { toolConfig: { ...toolConfig, includeServerSideToolInvocations: true } };
}

function functionConfig({ tools, tool_choice: choice }: ChatRequest): Partial<WireRequest> {
  const isStrict = tools?.some((tool) => tool.function.strict === true) === true;
  if (!choice) return isStrict ? calling('VALIDATED') : {};
  if (typeof choice === 'object') {
    return calling('ANY', { allowedFunctionNames: [choice.function.name] });
  }
  switch (choice) {
    case 'auto':
      return calling(isStrict ? 'VALIDATED' : 'AUTO');
    case 'none':
      return calling('NONE');
    case 'required':
      return calling('ANY');
  }
}

function calling(mode: string, more: JsonObject = {}): Partial<WireRequest> {
  return { toolConfig: { functionCallingConfig: { mode, ...more } } };
}

/** An earlier call, as its result must name it. */
interface MadeCall {
  /** The index among the calls of its turn. */
  path: number;
  name: string;
  /** The provider's own id, when it gave one. */
  id: unknown;
}

/**
 * Generations whose calls are signed take results with images; for the others these follow the
 * results.
 */
function messagesFor(request: ChatRequest, { upstreamModel }: Endpoint): readonly Message[] {
  return wantsSignedCalls(upstreamModel) ? request.messages : withMediaBehindResults(request);
}

/**
 * Results in a row are one turn, in the order of their calls: without ids the provider goes by name
 * and order.
 */
function toWireContents(messages: readonly Message[], endpoint: Endpoint): WireContent[] {
  const contents: WireContent[] = [];
  const made = new Map<string, MadeCall>();
  let results: ToolMessage[] = [];
  const flush = (): void => {
    if (results.length > 0) contents.push({ role: 'user', parts: toWireResults(results, made) });
    results = [];
  };
  for (const message of messages) {
    if (message.role === 'system') continue;
    if (message.role === 'tool') {
      results.push(message);
      continue;
    }
    flush();
    const parts =
      message.role === 'user' ? userParts(message) : assistantParts(message, made, endpoint);
    // This wire has no form for an empty turn.
    if (parts.length > 0) contents.push({ role: roleOf(message), parts });
  }
  flush();
  return contents;
}

function roleOf({ role }: UserMessage | AssistantMessage): WireContent['role'] {
  return role === 'user' ? 'user' : 'model';
}

function textParts(content: string | { text: string }[]): WirePart[] {
  return typeof content === 'string' ? [{ text: content }] : content.map(({ text }) => ({ text }));
}

function userParts({ content }: UserMessage): WirePart[] {
  if (typeof content === 'string') return textParts(content);
  return content.map((part) =>
    part.type === 'text' ? { text: part.text } : { inlineData: inlineDataOf(part) },
  );
}

/** A picture or a PDF. */
type Media = Exclude<Exclude<UserMessage['content'], string>[number], { type: 'text' }>;

function inlineDataOf(part: Media): JsonObject {
  const url = part.type === 'file' ? part.file.file_data : part.image_url.url;
  const comma = url.indexOf(',');
  return { mimeType: url.slice('data:'.length, url.indexOf(';')), data: url.slice(comma + 1) };
}

function assistantParts(
  message: AssistantMessage,
  made: Map<string, MadeCall>,
  { upstreamModel }: Endpoint,
): WirePart[] {
  const calls = message.tool_calls ?? [];
  const parts = replayedParts(message) ?? builtParts(message, upstreamModel);
  const wireCalls = parts.map(callOf).filter((call) => call !== undefined);
  for (const [path, call] of calls.entries()) {
    made.set(call.id, { path, name: call.function.name, id: wireCalls[path]?.['id'] });
  }
  return parts;
}

/**
 * Clients that drop unknown fields lose signatures; the provider refuses a turn whose first call
 * has none.
 */
function builtParts(message: AssistantMessage, model: string): WirePart[] {
  const parts = plainParts(textsOf(message), message.tool_calls ?? []);
  if (!wantsSignedCalls(model)) return parts;
  const first = parts.findIndex((part) => callOf(part) !== undefined);
  const call = parts[first];
  if (call === undefined || call['thoughtSignature'] !== undefined) return parts;
  return parts.with(first, { ...call, thoughtSignature: UNSIGNED_CALL });
}

function textsOf({ content, refusal }: AssistantMessage): string[] {
  const spoken = typeof content === 'string' ? [content] : (content ?? []).map(spokenIn);
  return refusal ? [...spoken, refusal] : spoken;
}

function spokenIn(
  part: { type: 'text'; text: string } | { type: 'refusal'; refusal: string },
): string {
  return part.type === 'text' ? part.text : part.refusal;
}

function toWireResults(
  results: readonly ToolMessage[],
  made: ReadonlyMap<string, MadeCall>,
): WirePart[] {
  const known = results.map((result) => ({ result, call: made.get(result.tool_call_id) }));
  const last = Number.MAX_SAFE_INTEGER;
  return known
    .toSorted((left, right) => (left.call?.path ?? last) - (right.call?.path ?? last))
    .map(({ result, call }) => ({
      functionResponse: withoutNulls({
        id: call?.id,
        name: call?.name ?? result.name ?? result.tool_call_id,
        response: toWireResult(result),
        parts: mediaOf(result),
      }),
    }));
}

/**
 * Pictures and PDFs are beside the object of a result; undefined where there are none.
 * @see https://ai.google.dev/gemini-api/docs/function-calling#multimodal
 */
function mediaOf({ content }: ToolMessage): WirePart[] | undefined {
  const parts = typeof content === 'string' ? [] : content;
  const media = parts.flatMap((part) =>
    part.type === 'text' ? [] : [{ inlineData: inlineDataOf(part) }],
  );
  return media.length === 0 ? undefined : media;
}

/**
 * The provider takes an object. A result that is the JSON of an object goes as that object,
 * provided that parsing loses nothing; any other result goes as text inside an object, that of a
 * tool that failed under the name for faults.
 */
function toWireResult({ content, is_error: failed }: ToolMessage): JsonObject {
  const texts = textParts(textsIn(content));
  const text = texts.map((part) => String(part['text'])).join('');
  if (failed === true) return { error: text };
  const value = objectIn(text);
  const isSame =
    value !== undefined && withoutBlanks(JSON.stringify(value)) === withoutBlanks(text);
  return isSame ? value : { output: text };
}

function withoutBlanks(text: string): string {
  return text.replaceAll(/\s+/gu, '');
}
