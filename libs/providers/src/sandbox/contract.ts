import type { ContractDraft } from '@tollgate/contract/request-contract';
import { ANY, between, oneOf } from '../contract/contract.ts';
import { characterDraft, OPENAI_SPEECH_RULES } from '../contract/speech-rules.ts';
import {
  NO_IMAGE_RULES,
  ONE_IMAGE_A_STREAM,
  pieceDraft,
  STREAM_RULES,
} from '../contract/image-rules.ts';
import { secondDraft, WHISPER_RULES } from '../contract/transcription-rules.ts';
import { moderationDraft } from '../contract/moderation-rules.ts';
import { PLAIN_RERANK_RULES, rerankDraft } from '../contract/rerank-rules.ts';
import type { ChatRules, VideoRules } from '../contract/contract.ts';
import { withVideoDimensions } from '../contract/video-contract.ts';
import { sizesOf } from '../adapter/video-terms.ts';
import { WIRE_RULES, embeddingsRules } from '../wire/openai-rules.ts';

const CONTEXT_TOKENS = 128_000;
const OUTPUT_TOKENS = 16_384;
const DIMENSIONS_MAX = 4_096;
const EMBEDDINGS_TOKENS = 8_192;
const INPUTS_MAX = 2_048;

const CHAT: ChatRules = { ...WIRE_RULES, n: between(1, 8), image_input: ANY, document_input: ANY };
const EFFORTS = oneOf('none', 'minimal', 'low', 'medium', 'high', 'xhigh');

const EMBEDDINGS = embeddingsRules(between(1, DIMENSIONS_MAX));

/**
 * The sandbox's models: `echo` answers, `reasoner` thinks first, `slow` takes its time, `embedding`
 * embeds, `film` is for videos, `picture` for images, `ranker` orders documents,
 * `moderator` judges texts, `speech` reads aloud, `listener` measures audio.
 */
export const SANDBOX_MODELS = [
  'echo',
  'reasoner',
  'slow',
  'embedding',
  'film',
  'picture',
  'ranker',
  'moderator',
  'speech',
  'listener',
] as const;

/** What one of the sandbox's models accepts. */
export function sandboxContract(model: string): ContractDraft | null {
  switch (model) {
    case 'echo':
    case 'slow':
      return chatDraft(CHAT, ['input', 'cache_read', 'output']);
    case 'reasoner':
      return chatDraft({ ...CHAT, reasoning_effort: EFFORTS }, [
        'input',
        'cache_read',
        'output',
        'reasoning',
      ]);
    case 'embedding':
      return {
        source: 'published',
        capability: 'embeddings',
        parameters: EMBEDDINGS,
        limits: { context_tokens: EMBEDDINGS_TOKENS, inputs: INPUTS_MAX },
        dimensions: ['input'],
      };
    case 'film':
      return VIDEO;
    case 'picture':
      return IMAGE;
    case 'ranker':
      return RERANK;
    case 'moderator':
      return MODERATION;
    case 'speech':
      return SPEECH;
    case 'listener':
      return TRANSCRIPTION;
    default:
      return null;
  }
}

const RESOLUTIONS = ['360p', '720p'];
const SHAPES = ['16:9', '9:16'];
const VIDEO_RULES: VideoRules = {
  seconds: { ...between(1, 8), default: 2 },
  resolution: oneOf(...RESOLUTIONS),
  aspect_ratio: oneOf(...SHAPES),
  size: oneOf(...sizesOf(RESOLUTIONS, SHAPES)),
  generate_audio: oneOf(false),
  seed: ANY,
  negative_prompt: ANY,
  input_reference: between(1, 1),
  first_frame: ANY,
  last_frame: ANY,
};
const VIDEO = withVideoDimensions({
  source: 'published',
  capability: 'video',
  parameters: VIDEO_RULES,
  limits: { context_tokens: EMBEDDINGS_TOKENS },
  dimensions: ['second'],
});

const IMAGE: ContractDraft = {
  ...pieceDraft(
    'published',
    {
      ...NO_IMAGE_RULES,
      // Images are drawn and packed in the process itself, for free: few of them.
      n: between(1, 4),
      // What clients of OpenAI send for any of its lines, so that they can be tried as they are.
      size: oneOf(
        '256x256',
        '512x512',
        '1024x1024',
        '1024x1536',
        '1536x1024',
        '1024x1792',
        '1792x1024',
        'auto',
      ),
      quality: oneOf('standard', 'auto', 'low', 'medium', 'high', 'hd'),
      output_format: oneOf('png'),
      images: between(1, 16),
      mask: ANY,
      input_fidelity: oneOf('low', 'high'),
      ...STREAM_RULES,
    },
    { context_tokens: EMBEDDINGS_TOKENS },
  ),
  exclusions: [ONE_IMAGE_A_STREAM],
};

const MODERATION: ContractDraft = {
  ...moderationDraft({ context_tokens: EMBEDDINGS_TOKENS }),
  source: 'published',
  parameters: { image_input: ANY },
};

const RERANK = rerankDraft({
  source: 'published',
  // What clients of any provider send, so that they can be tried as they are.
  parameters: { ...PLAIN_RERANK_RULES, rank_fields: ANY, max_tokens_per_doc: ANY },
  limits: { context_tokens: EMBEDDINGS_TOKENS, documents: 1_000 },
  dimensions: ['input'],
});

/** A tone for each character: what clients send for any model of OpenAI, but for its formats. */
const SPEECH = characterDraft('published', {
  ...OPENAI_SPEECH_RULES,
  response_format: { ...oneOf('wav', 'pcm'), default: 'wav' },
});

/** What clients send for any model of OpenAI, so that they can be tried as they are. */
const TRANSCRIPTION = secondDraft('published', { ...WHISPER_RULES, stream: ANY });

function chatDraft(parameters: ChatRules, dimensions: string[]): ContractDraft {
  const limits = { context_tokens: CONTEXT_TOKENS, output_tokens: OUTPUT_TOKENS };
  return { source: 'published', capability: 'chat', parameters, limits, dimensions };
}
