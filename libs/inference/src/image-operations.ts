import type { ImageEditsRequest, ImagesRequest } from '@tollgate/contract/images';
import { parseImageEditsRequest, parseImagesRequest } from '@tollgate/structure/parse-images';
import { serveImages } from './dispatch/serve-images.ts';
import { planImages } from './images/plan-images.ts';
import type { ImagesPlan } from './images/plan-images.ts';
import type { Operation } from './operation.ts';

/** Whole or as a stream, to the caller who waits. */
const IMAGES = {
  isStream: ({ stream }: Pick<ImagesRequest, 'stream'>) => stream === true,
  mayBeAsync: false,
  plan: planImages,
  serve: serveImages,
} as const;

/** `POST /v1/images/generations`. */
export const imagesOperation: Operation<ImagesRequest, ImagesPlan> = {
  ...IMAGES,
  parse: parseImagesRequest,
};

/** `POST /v1/images/edits`. */
export const imageEditsOperation: Operation<ImageEditsRequest, ImagesPlan> = {
  ...IMAGES,
  parse: parseImageEditsRequest,
};
