import { Type } from 'typebox';
import type { Static } from 'typebox';
import { GatewayError } from '@tollgate/contract/errors';
import { CHAT_PARAMETERS, EMBEDDINGS_PARAMETERS } from '@tollgate/contract/request-contract';
import { parseChatRequest } from '@tollgate/structure/parse-chat';
import { parseEmbeddingsRequest } from '@tollgate/structure/parse-embeddings';
import { parseResponsesRequest } from '@tollgate/structure/parse-responses';
import { warningsOf } from './request-warnings.ts';
import { defineTool } from './tool.ts';
import type { Tool } from './tool.ts';

/** Surplus fields that are looked past to find what else is wrong. */
const FAULTS_MAX = 20;

const Endpoint = Type.Union([
  Type.Literal('/v1/chat/completions'),
  Type.Literal('/v1/responses'),
  Type.Literal('/v1/embeddings'),
]);
/** A route whose requests can be judged. */
export type Endpoint = Static<typeof Endpoint>;

const PARSERS: Readonly<Record<Endpoint, (body: unknown) => unknown>> = {
  '/v1/chat/completions': parseChatRequest,
  '/v1/responses': parseResponsesRequest,
  '/v1/embeddings': parseEmbeddingsRequest,
};

/** What the fields of other routes and of other services are called here. */
const OTHER_NAMES: Readonly<Record<Endpoint, Readonly<Record<string, string>>>> = {
  '/v1/chat/completions': {
    input: 'messages',
    instructions: 'a message of the role system',
    max_output_tokens: 'max_completion_tokens',
    functions: 'tools',
    function_call: 'tool_choice',
    reasoning: 'reasoning_effort',
    text: 'response_format',
    stop_sequences: 'stop',
    system: 'a message of the role system',
  },
  '/v1/responses': {
    messages: 'input',
    max_tokens: 'max_output_tokens',
    max_completion_tokens: 'max_output_tokens',
    response_format: 'text.format',
    reasoning_effort: 'reasoning.effort',
    system: 'instructions',
  },
  '/v1/embeddings': { inputs: 'input', texts: 'input', text: 'input', task_type: 'input_type' },
};

const CONTRACT_FIELDS: Readonly<Record<Endpoint, ReadonlySet<string>>> = {
  '/v1/chat/completions': new Set(CHAT_PARAMETERS),
  '/v1/responses': new Set([...CHAT_PARAMETERS, 'text', 'reasoning', 'max_output_tokens']),
  '/v1/embeddings': new Set(EMBEDDINGS_PARAMETERS),
};

const CheckInput = Type.Object(
  {
    endpoint: Endpoint,
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
  (_context, { endpoint, request }) => {
    const faults = faultsOf(endpoint, request);
    const fields = Object.keys(request).filter((name) => CONTRACT_FIELDS[endpoint].has(name));
    return {
      ok: faults.length === 0,
      faults,
      warnings: warningsOf(endpoint, request),
      depends_on_the_model: fields,
      note: 'Whether the model takes a field and a value stands in its request_contract, see GET /v1/models.',
    };
  },
);

function faultsOf(endpoint: Endpoint, request: Record<string, unknown>): Fault[] {
  const rest = structuredClone(request);
  const faults: Fault[] = [];
  while (faults.length < FAULTS_MAX) {
    const error = refusalOf(endpoint, rest);
    if (error === null) break;
    faults.push(toFault(endpoint, error));
    const surplus = error.code === 'unsupported_parameter' ? error.param : null;
    // A further fault can only be told once this one is out of the way.
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

function toFault(endpoint: Endpoint, { code, param, message }: GatewayError): Fault {
  return { field: param, code, message, change: changeFor(endpoint, code, param) };
}

function changeFor(endpoint: Endpoint, code: string, param: string | null): string {
  if (param === null) return 'Send one JSON object with the fields of this route; see get_schema.';
  const names = OTHER_NAMES[endpoint];
  const other = Object.hasOwn(names, param) ? names[param] : undefined;
  if (other !== undefined) return `Use ${other} instead of ${param}.`;
  if (code === 'unsupported_parameter') return `Leave ${param} out.`;
  return `Correct ${param} as the message says; get_schema shows what it may hold.`;
}
