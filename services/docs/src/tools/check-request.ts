import { Type } from 'typebox';
import { GatewayError } from '@tollgate/contract/error-codes';
import {
  CHAT_PARAMETERS,
  EMBEDDINGS_PARAMETERS,
  IMAGE_PARAMETERS,
  MODERATION_PARAMETERS,
  RERANK_PARAMETERS,
  SPEECH_PARAMETERS,
  TRANSCRIPTION_PARAMETERS,
  VIDEO_PARAMETERS,
} from '@tollgate/contract/request-contract';
import { NO_PARAMETER } from '@tollgate/contract/schema-faults';
import type { Unknown, UnknownField } from '@tollgate/contract/extensions';
import { isHint, isIdleHint } from '@tollgate/contract/unknown-fields';
import { nameHere } from '@tollgate/structure/other-names';
import type { Endpoint } from '@tollgate/structure/other-names';
import { parseChatRequest } from '@tollgate/structure/parse-chat';
import { parseEmbeddingsRequest } from '@tollgate/structure/parse-embeddings';
import { parseImageEditsRequest, parseImagesRequest } from '@tollgate/structure/parse-images';
import { parseCountTokensRequest, parseMessagesRequest } from '@tollgate/structure/parse-messages';
import { parseModerationsRequest } from '@tollgate/structure/parse-moderations';
import { parseRerankRequest } from '@tollgate/structure/parse-rerank';
import { parseResponsesRequest } from '@tollgate/structure/parse-responses';
import { parseSpeechRequest } from '@tollgate/structure/parse-speech';
import {
  parseTranscriptionRequest,
  parseTranslationRequest,
} from '@tollgate/structure/parse-transcription';
import { parseVideoRequest } from '@tollgate/structure/parse-video';
import { warningsOf } from './request-warnings.ts';
import { defineTool } from './tool.ts';
import type { Tool } from './tool.ts';

/** Surplus fields that are looked past to find what else is wrong. */
const FAULTS_MAX = 20;

const ENDPOINTS = [
  '/v1/chat/completions',
  '/v1/chat/completions/quote',
  '/v1/responses',
  '/v1/messages',
  '/v1/messages/count_tokens',
  '/v1/embeddings',
  '/v1/videos',
  '/v1/images/generations',
  '/v1/images/edits',
  '/v1/rerank',
  '/v1/moderations',
  '/v1/audio/speech',
  '/v1/audio/transcriptions',
  '/v1/audio/translations',
] as const;

/** As in an address, or with the method before it, as list_endpoints gives it. */
const EndpointName = Type.Union([
  Type.Literal('/v1/chat/completions'),
  Type.Literal('/v1/chat/completions/quote'),
  Type.Literal('/v1/responses'),
  Type.Literal('/v1/messages'),
  Type.Literal('/v1/messages/count_tokens'),
  Type.Literal('/v1/embeddings'),
  Type.Literal('/v1/videos'),
  Type.Literal('/v1/images/generations'),
  Type.Literal('/v1/images/edits'),
  Type.Literal('/v1/rerank'),
  Type.Literal('/v1/moderations'),
  Type.Literal('/v1/audio/speech'),
  Type.Literal('/v1/audio/transcriptions'),
  Type.Literal('/v1/audio/translations'),
  Type.Literal('POST /v1/chat/completions'),
  Type.Literal('POST /v1/chat/completions/quote'),
  Type.Literal('POST /v1/responses'),
  Type.Literal('POST /v1/messages'),
  Type.Literal('POST /v1/messages/count_tokens'),
  Type.Literal('POST /v1/embeddings'),
  Type.Literal('POST /v1/videos'),
  Type.Literal('POST /v1/images/generations'),
  Type.Literal('POST /v1/images/edits'),
  Type.Literal('POST /v1/rerank'),
  Type.Literal('POST /v1/moderations'),
  Type.Literal('POST /v1/audio/speech'),
  Type.Literal('POST /v1/audio/transcriptions'),
  Type.Literal('POST /v1/audio/translations'),
]);

const MESSAGES_PARSERS = {
  '/v1/messages': parseMessagesRequest,
  '/v1/messages/count_tokens': parseCountTokensRequest,
} as const;

const PARSERS: Readonly<Record<Endpoint, (body: unknown) => unknown>> = {
  '/v1/chat/completions': parseChatRequest,
  '/v1/chat/completions/quote': parseChatRequest,
  '/v1/responses': parseResponsesRequest,
  ...MESSAGES_PARSERS,
  '/v1/embeddings': parseEmbeddingsRequest,
  '/v1/videos': parseVideoRequest,
  '/v1/images/generations': parseImagesRequest,
  '/v1/images/edits': parseImageEditsRequest,
  '/v1/rerank': parseRerankRequest,
  '/v1/moderations': parseModerationsRequest,
  '/v1/audio/speech': parseSpeechRequest,
  '/v1/audio/transcriptions': parseTranscriptionRequest,
  '/v1/audio/translations': parseTranslationRequest,
};

const OF_MESSAGES = new Set([
  ...CHAT_PARAMETERS,
  'thinking',
  'output_config',
  'stop_sequences',
  'top_k',
]);

const CONTRACT_FIELDS: Readonly<Record<Endpoint, ReadonlySet<string>>> = {
  '/v1/chat/completions': new Set(CHAT_PARAMETERS),
  '/v1/chat/completions/quote': new Set(CHAT_PARAMETERS),
  '/v1/responses': new Set([...CHAT_PARAMETERS, 'text', 'reasoning', 'max_output_tokens']),
  '/v1/messages': OF_MESSAGES,
  '/v1/messages/count_tokens': OF_MESSAGES,
  '/v1/embeddings': new Set(EMBEDDINGS_PARAMETERS),
  '/v1/videos': new Set(VIDEO_PARAMETERS),
  '/v1/images/generations': new Set(IMAGE_PARAMETERS),
  '/v1/images/edits': new Set(IMAGE_PARAMETERS),
  '/v1/rerank': new Set(RERANK_PARAMETERS),
  '/v1/moderations': new Set(MODERATION_PARAMETERS),
  '/v1/audio/speech': new Set(SPEECH_PARAMETERS),
  '/v1/audio/transcriptions': new Set(TRANSCRIPTION_PARAMETERS),
  '/v1/audio/translations': new Set(TRANSCRIPTION_PARAMETERS),
};

const CheckInput = Type.Object(
  {
    endpoint: EndpointName,
    request: Type.Record(Type.String(), Type.Unknown(), {
      description: 'the JSON body that would be sent; without headers and without any credential',
    }),
  },
  { additionalProperties: false },
);

/** One thing to change. */
interface Fault {
  field: string | null;
  code: string;
  message: string;
  change: string;
}

/** Judges a body with the parsers of the API. */
export const checkRequest: Tool = defineTool(
  {
    name: 'check_request',
    title: 'Check a request',
    description:
      'Judges the structure of a request body with the very code that the API uses, names each field at fault and says what to change. Send the body only, never a key.',
    inputSchema: CheckInput,
  },
  (_context, { endpoint: name, request }) => {
    const endpoint = ENDPOINTS.find((path) => name.endsWith(path)) ?? ENDPOINTS[0];
    const faults = faultsOf(endpoint, request);
    const fields = Object.keys(request).filter((name) => CONTRACT_FIELDS[endpoint].has(name));
    return {
      ok: faults.length === 0,
      faults,
      warnings: [...warningsOf(endpoint, request), ...unknownWarnings(endpoint, request)],
      depends_on_the_model: fields,
      note: 'Whether the model takes a field and a value stands in its request_contract, see GET /v1/models.',
    };
  },
);

/** What becomes of fields that the route does not know, by the rule that the API follows. */
function unknownWarnings(endpoint: Endpoint, request: Record<string, unknown>): string[] {
  if (refusalOf(endpoint, request) !== null) return [];
  if (endpoint !== '/v1/messages' && endpoint !== '/v1/messages/count_tokens') {
    const { extra = {}, unknown } = PARSERS[endpoint](request) as Apart;
    const fields = unknown?.fields ?? [];
    const others = Object.keys(extra).filter((name) => fields.every(({ param }) => param !== name));
    return [
      ...fields.map((field) => warningOf(field, OPENAI)),
      ...others.map(
        (name) =>
          `${name} is not known here: it goes to models whose request_contract has it as an extra parameter, and other models refuse it.`,
      ),
    ];
  }
  const { unknown } = MESSAGES_PARSERS[endpoint](request);
  return unknown.map((field) => warningOf(field, 'Claude models get it as it came'));
}

/** What the parsers of OpenAI's own shapes set apart. */
interface Apart {
  extra?: object;
  unknown?: Unknown;
}

const OPENAI =
  'models whose provider is asked over the interface of this route get it as it came, unless their request_contract has a rule for it';

function warningOf({ param, value }: UnknownField, whoGetsIt: string): string {
  if (whoGetsIt === OPENAI && isIdleHint(param)) {
    return `${param} is a hint without a use there: every model is asked without it, and X-Svc-Ignored names it.`;
  }
  return isHint(param, value)
    ? `${param} is a hint: a model without a place for it is asked without it, and X-Svc-Ignored names it.`
    : `${param} is not known here: ${whoGetsIt}, other models refuse it.`;
}

function faultsOf(endpoint: Endpoint, request: Record<string, unknown>): Fault[] {
  const rest = structuredClone(request);
  const faults: Fault[] = [];
  while (faults.length < FAULTS_MAX) {
    const error = refusalOf(endpoint, rest);
    if (error === null) break;
    faults.push(toFault(endpoint, error));
    const surplus = error.code === 'unsupported_parameter' ? error.param : null;
    // A further fault can only be found once this one is out of the way.
    if (surplus === null || !Object.hasOwn(rest, surplus)) break;
    delete rest[surplus];
  }
  return faults;
}

function refusalOf(endpoint: Endpoint, body: unknown): GatewayError | null {
  try {
    PARSERS[endpoint](body);
    return null;
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
}

function toFault(endpoint: Endpoint, error: GatewayError): Fault {
  const { code, param, message } = error;
  return { field: param, code, message, change: changeFor(endpoint, error) };
}

function changeFor(endpoint: Endpoint, { message, param }: GatewayError): string {
  if (param === null) return 'Send one JSON object with the fields of this route; see get_schema.';
  const other = nameHere(endpoint, param);
  if (other !== undefined) return `Use ${other} instead of ${param}.`;
  const near = /Did you mean (\S+)\?/u.exec(message)?.[1];
  if (near !== undefined) return `Write ${near} instead of ${param}.`;
  if (message.includes(NO_PARAMETER)) return `Leave ${param} out.`;
  return `Correct ${param} as the message says; get_schema shows what it may hold.`;
}
