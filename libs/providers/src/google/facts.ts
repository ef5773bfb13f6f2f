import { readAt } from '../adapter/facts.ts';
import type { EmbeddingsFacts, WireFacts } from '../adapter/facts.ts';

const READ = '2026-11-26';

/** What the Gemini API takes. */
export const GOOGLE_FACTS = {
  // "up to 5"
  stops: readAt('https://ai.google.dev/api/generate-content#generationconfig', READ)(5),
  // "Gemini models support a maximum of 3,600 image files per request"; no page names a limit for
  // the bytes of one image.
  images: readAt('https://ai.google.dev/gemini-api/docs/image-understanding', READ)(3_600),
  // Names begin with a letter or an underscore and have 64 characters.
  toolName: readAt(
    'https://ai.google.dev/api/caching#FunctionDeclaration',
    READ,
  )(/^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/u),
} as const satisfies WireFacts;

/**
 * "BatchEmbedContentsRequest.requests: at most 100 requests can be in one batch", the provider's
 * own error.
 */
export const GOOGLE_EMBEDDINGS_FACTS: Required<Pick<EmbeddingsFacts, 'inputs'>> = {
  inputs: readAt('https://github.com/weaviate/weaviate/pull/11277', READ)(100),
};
