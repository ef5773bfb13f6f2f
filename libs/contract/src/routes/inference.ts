import * as asynchronous from './inference/async.ts';
import * as audio from './inference/audio.ts';
import * as batches from './inference/batches.ts';
import * as chat from './inference/chat.ts';
import * as embeddings from './inference/embeddings.ts';
import * as files from './inference/files.ts';
import * as images from './inference/images.ts';
import * as media from './inference/media.ts';
import * as messages from './inference/messages.ts';
import * as models from './inference/models.ts';
import * as moderations from './inference/moderations.ts';
import * as rerank from './inference/rerank.ts';
import * as responses from './inference/responses.ts';
import * as vectorStores from './inference/vector-stores.ts';
import * as videos from './inference/videos.ts';
import { definitionsIn } from './definitions.ts';

/** Every route of API keys. */
export const keyRoutes = definitionsIn([
  models,
  asynchronous,
  videos,
  media,
  chat,
  responses,
  messages,
  embeddings,
  images,
  rerank,
  moderations,
  audio,
  files,
  batches,
  vectorStores,
]);
