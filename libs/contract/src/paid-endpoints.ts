import { speechRoute, transcriptionRoute, translationRoute } from './routes/inference/audio.ts';
import { chatRoute } from './routes/inference/chat.ts';
import { embeddingsRoute } from './routes/inference/embeddings.ts';
import { editImagesRoute, generateImagesRoute } from './routes/inference/images.ts';
import { messagesRoute } from './routes/inference/messages.ts';
import { moderationsRoute } from './routes/inference/moderations.ts';
import { rerankRoute } from './routes/inference/rerank.ts';
import { responsesRoute } from './routes/inference/responses.ts';
import { createVideoRoute } from './routes/inference/videos.ts';

/** The endpoints whose calls are recorded and paid for, as records name them: method and path. */
export const PAID_ENDPOINTS: readonly string[] = [
  chatRoute,
  responsesRoute,
  messagesRoute,
  embeddingsRoute,
  createVideoRoute,
  generateImagesRoute,
  editImagesRoute,
  rerankRoute,
  moderationsRoute,
  speechRoute,
  transcriptionRoute,
  translationRoute,
].map(({ path }) => `POST ${path}`);
