import { jsonReply } from '../reply.ts';
import type { Operation, Wire, WireError } from '../wire.ts';
import { lastUserText, modelIn, readConverse } from './converse-request.ts';
import { renderConverse } from './converse-response.ts';
import { brokenFrame, eventFrame, exceptionFrame, isEvent } from './frames.ts';
import { IMAGE_MODELS, images } from './images.ts';
import { RERANK_MODELS, rerank } from './rerank.ts';
import { BATCH_ROUTES } from './batches.ts';
import { VIDEO_MODELS, VIDEO_ROUTES } from './videos.ts';
import { askVectors, embeddingText } from './invoke.ts';
import { countClaude, holdsEvent, invokeClaude } from './invoke-claude.ts';

const ON_DEMAND = [
  'amazon.nova-lite-v1:0',
  'amazon.titan-embed-text-v2:0',
  'meta.llama3-1-70b-instruct-v1:0',
];
const COHERE = 'cohere.embed-english-v3';
const PROFILED = 'anthropic.claude-sonnet-4-5-20250929-v1:0';

const converse: Operation = {
  name: 'chat',
  peek: ({ path, body }) => ({
    model: modelIn(path),
    stream: path.endsWith('-stream'),
    text: lastUserText(body),
  }),
  answer(call) {
    const prompt = readConverse(call);
    return { prompt, render: (answer) => renderConverse(answer, prompt) };
  },
};

const invoke: Operation = {
  name: 'embeddings',
  peek: ({ path, body }) => ({ model: modelIn(path), stream: false, text: embeddingText(body) }),
  answer: askVectors,
};

function listing(body: unknown): Operation {
  return {
    name: 'models',
    peek: () => ({ model: null, text: '', stream: false }),
    answer: () => jsonReply(200, body),
  };
}

function summary(modelId: string, inferenceType: string): unknown {
  const modelArn = `arn:aws:bedrock:us-east-1::foundation-model/${modelId}`;
  return { modelId, modelArn, inferenceTypesSupported: [inferenceType] };
}

const models = listing({
  modelSummaries: [
    ...[...ON_DEMAND, COHERE, ...RERANK_MODELS, ...IMAGE_MODELS, ...VIDEO_MODELS].map((id) =>
      summary(id, 'ON_DEMAND'),
    ),
    summary(PROFILED, 'INFERENCE_PROFILE'),
  ],
});
const profiles = listing({
  inferenceProfileSummaries: [
    { inferenceProfileId: `us.${PROFILED}`, status: 'ACTIVE', type: 'SYSTEM_DEFINED' },
  ],
});

const ROUTES: [method: string, path: RegExp, operation: Operation][] = [
  ['POST', /\/model\/[^/]+\/converse(?:-stream)?$/u, converse],
  [
    'POST',
    /\/model\/[^/]*anthropic\.claude-[^/]+\/invoke(?:-with-response-stream)?$/u,
    invokeClaude,
  ],
  ['POST', /\/model\/[^/]*anthropic\.claude-[^/]+\/count-tokens$/u, countClaude],
  ['POST', /\/model\/[^/]*\.rerank-[^/]+\/invoke$/u, rerank],
  ['POST', /\/model\/[^/]*(?:nova-canvas|stability\.)[^/]+\/invoke$/u, images],
  ['POST', /\/model\/[^/]+\/invoke$/u, invoke],
  ...VIDEO_ROUTES,
  ...BATCH_ROUTES,
  ['GET', /\/foundation-models$/u, models],
  ['GET', /\/inference-profiles$/u, profiles],
];

/** Classes of errors by their status, and how a stream names them. */
const CLASSES: Record<number, string> = {
  400: 'ValidationException',
  401: 'UnrecognizedClientException',
  403: 'UnrecognizedClientException',
  404: 'ResourceNotFoundException',
  408: 'ModelTimeoutException',
  424: 'ModelErrorException',
  429: 'ThrottlingException',
  500: 'InternalServerException',
  503: 'ServiceUnavailableException',
};

function classOf({ status, code }: WireError): string {
  const isClass = code?.endsWith('Exception') === true;
  return isClass && code ? code : (CLASSES[status] ?? 'InternalServerException');
}

/** The key that signed; null unless all parts of a signature are there. */
function signer(authorization: string): string | null {
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/\d{8}\/[a-z0-9-]+\/bedrock\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=[0-9a-f]{64}$/u;
  const [, key = null, signed = ''] = parts.exec(authorization) ?? [];
  return signed.split(';').includes('host') ? key : null;
}

/**
 * Amazon Bedrock: Converse, its event stream, Claude, vectors and rerank over InvokeModel, videos
 * over StartAsyncInvoke, batch inference, and the lists of models.
 */
export const bedrockWire: Wire = {
  id: 'bedrock',
  find(call) {
    const route = ROUTES.find(([method, path]) => method === call.method && path.test(call.path));
    return route ? route[2] : null;
  },
  credential(headers) {
    const { authorization = '' } = headers;
    const isSigned = headers['x-amz-date'] !== undefined;
    return /^bearer (.+)$/iu.exec(authorization)?.[1] ?? (isSigned ? signer(authorization) : null);
  },
  refusesWith: 403,
  errorBody: ({ message }) => ({ message }),
  errorHeaders: (error) => ({
    'x-amzn-errortype': `${classOf(error)}:http://internal.amazon.com/coral/com.amazon.bedrock/`,
  }),
  errorFrame(error) {
    const name = classOf(error);
    return exceptionFrame(name.charAt(0).toLowerCase() + name.slice(1), error.message);
  },
  garbageFrame: brokenFrame('contentBlockDelta'),
  pingFrame: eventFrame('ping', {}),
  isEndMark: (frame) => isEvent(frame, 'metadata') || holdsEvent(frame, 'message_stop'),
  isFinish: (frame) => isEvent(frame, 'messageStop') || holdsEvent(frame, 'message_delta'),
};
