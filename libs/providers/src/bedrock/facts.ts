import { claudeFacts } from '../claude/facts.ts';
import { readAt } from '../adapter/facts.ts';
import type { EmbeddingsFacts, Fact, WireFacts } from '../adapter/facts.ts';
import { claudeLineOf } from '../wire/converse/claude.ts';

const READ = '2026-11-26';
const REFERENCE = 'https://docs.aws.amazon.com/bedrock/latest/APIReference';
const MESSAGE = readAt(`${REFERENCE}/API_runtime_Message.html`, READ);

const TOOL_NAME = readAt(
  `${REFERENCE}/API_runtime_ToolSpecification.html`,
  READ,
)(/^[a-zA-Z0-9_-]{1,64}$/u);

/** What Converse takes, for models of which their makers say nothing else. */
export const CONVERSE_FACTS = {
  // "Maximum number of 2500 items"; in February 2025 the page said 4 (boto/botocore#3354).
  stops: readAt(`${REFERENCE}/API_runtime_InferenceConfiguration.html`, READ)(2_500),
  // "You can include up to 20 images. Each image's size … must be no more than 3.75 MB", of one
  // message.
  imagesPerMessage: MESSAGE(20),
  imageBytes: MESSAGE(3_932_160),
  // "You can include up to five documents", of one message.
  documentsPerMessage: MESSAGE(5),
  toolName: TOOL_NAME,
} as const satisfies WireFacts;

/**
 * What a model takes. Claude has its maker's limits here: "too many images and documents: 601 + 0 >
 * 600" was measured at this host in July 2026. More stop sequences than chat completions have come
 * from messages alone, which go to Claude without Converse.
 */
export function bedrockFacts({ upstreamModel }: { upstreamModel: string }): WireFacts {
  const claude = claudeLineOf(upstreamModel);
  return claude === null ? CONVERSE_FACTS : { ...claudeFacts(claude.context), toolName: TOOL_NAME };
}

/** Texts of one call to a model of Cohere: "Texts per call: maximum 96". */
export const COHERE_FACTS: Required<Pick<EmbeddingsFacts, 'inputs'>> = {
  inputs: readAt(
    'https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-embed.html',
    READ,
  )(96),
};

/** Texts of one call to a model of Titan, whose body has one `inputText`. */
export const TITAN_FACTS: Required<Pick<EmbeddingsFacts, 'inputs'>> = {
  inputs: readAt(
    'https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-titan-embed-text.html',
    READ,
  )(1),
};

/**
 * Features in trial of Claude that this host knows; it refuses a request that names another
 * ("invalid beta flag").
 */
export const BEDROCK_BETAS: Fact<readonly string[]> = readAt(
  'https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-anthropic-claude-messages-request-response.html',
  READ,
)([
  'computer-use-2025-01-24',
  'token-efficient-tools-2025-02-19',
  'interleaved-thinking-2025-05-14',
  'fine-grained-tool-streaming-2025-05-14',
  'output-128k-2025-02-19',
  'dev-full-thinking-2025-05-14',
  // Goes no further than `headersWithin` lets it: where an administrator has approved and priced
  // such a context.
  'context-1m-2025-08-07',
  'context-management-2025-06-27',
  'effort-2025-11-24',
  'tool-search-tool-2025-10-19',
  'tool-examples-2025-10-29',
]);
