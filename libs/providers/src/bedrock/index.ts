import type { Family } from '../adapter/adapter.ts';
import { asObject } from '../json.ts';
import { bedrockBatches } from './batches.ts';
import { bedrockContract } from './contract.ts';
import { BedrockCredential } from './credential.ts';
import { embeddingsMapper } from './embeddings.ts';
import { failureFromWire } from '../wire/converse/errors.ts';
import { bedrockFacts } from './facts.ts';
import { bedrockImages } from './images.ts';
import { bedrockVideo } from './video.ts';
import { foreignContent } from '../wire/converse/replay.ts';
import { bedrockListing } from './listing.ts';
import { modelPath } from '../wire/converse/model-name.ts';
import { bedrockRerank } from './rerank.ts';
import { bedrockOverhead } from './overhead.ts';
import { toWireRequest } from '../wire/converse/request.ts';
import { fromWireReply } from '../wire/converse/response.ts';
import { signCall } from './sign.ts';
import { createConverseStream } from '../wire/converse/stream.ts';
import { BEDROCK } from '../wire/converse/types.ts';
import { usageFromWire } from '../wire/converse/usage.ts';
import { incompatibleContent } from './incompatible-content.ts';
import { withWireLimits } from '../contract/wire-limits.ts';
import { isLeftOut, passthroughClaude } from './passthrough.ts';

/**
 * Models hosted by Amazon Bedrock: chat over Converse, messages of Claude, vectors, images and
 * rerank over InvokeModel, videos over StartAsyncInvoke.
 */
export const bedrock: Family = {
  id: BEDROCK,
  marksPrompts: true,
  provider: BEDROCK,
  semanticName: 'aws.bedrock',
  pricesAs: 'aws',
  /**
   * The credential's region is put in while a call is signed, so that it moves with the credential.
   */
  baseUrl: 'https://bedrock-runtime.{region}.amazonaws.com',
  credential: BedrockCredential,
  contract: (model) =>
    withWireLimits(bedrockContract(model), bedrockFacts({ upstreamModel: model })),
  sign: signCall,
  failure: failureFromWire,
  chat: {
    framing: 'aws-event-stream',
    path: ({ upstreamModel }, stream) =>
      modelPath(upstreamModel, stream ? 'converse-stream' : 'converse'),
    toWire: toWireRequest,
    fromWire: fromWireReply,
    usageIn: (reply) => usageFromWire(asObject(reply)['usage']).usage,
    // Converse names no model.
    modelIn: () => undefined,
    stream: createConverseStream,
  },
  messages: (endpoint) => passthroughClaude(bedrock, endpoint),
  leavesOutOfMessages: isLeftOut,
  embeddings: embeddingsMapper,
  images: bedrockImages,
  rerank: bedrockRerank,
  batches: bedrockBatches,
  video: () => bedrockVideo,
  listing: bedrockListing,
  facts: bedrockFacts,
  extras: { within: 'additionalModelRequestFields' },
  onDisconnect: 'drain',
  reportsUsage: 'at_the_end',
  overhead: bedrockOverhead,
  signsAs: () => BEDROCK,
  foreignContent: (request, endpoint) =>
    incompatibleContent(request, endpoint) ?? foreignContent(request, endpoint),
};
