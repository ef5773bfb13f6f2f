import type { ChatRequest, FinishReason } from '@tollgate/contract/chat';
import type { SuspectReason } from '@tollgate/contract/suspect-usage';
import type { Endpoint, Failure } from './endpoint.ts';
import type { Picture } from './wire-form.ts';

/** Images that a provider is to make; what decides about their price is spelled out. */
export interface ImageCall {
  prompt: string;
  terms: ImageTerms;
  /** Absent: images are made after the prompt alone. */
  shown?: ShownImages;
  /** Present where the model converses; the prompt is empty then. */
  chat?: ImageChat;
}

/** A conversation that is answered with images and text. */
export interface ImageChat {
  /** What was said, in the words that every mapper of chat reads. */
  request: ChatRequest;
  /** Images of the model's own earlier messages, by the position of the message. */
  said: ReadonlyMap<number, readonly Picture[]>;
  modalities: readonly ('text' | 'image')[];
  /** Output tokens of the whole answer. */
  ceiling: number;
}

/** Images that are to be edited. */
export interface ShownImages {
  /** Never none. */
  images: readonly Picture[];
  /** Says which parts of the first image may change. */
  mask?: Picture;
}

/** What images are to be like. Absent: the provider decides. */
export interface ImageTerms {
  /** How many. */
  n: number;
  /** Such as `1024x1024`, or `auto`. */
  size?: string;
  /** Such as `2k`. */
  resolution?: string;
  aspectRatio?: string;
  quality?: string;
  background?: string;
  outputFormat?: string;
  /** In per cent. */
  outputCompression?: number;
  moderation?: string;
  style?: string;
  /** How closely images that are edited are followed; absent where none are. */
  inputFidelity?: string;
  /** The image is sent as events; absent: images come whole. */
  stream?: true;
  /** The most previews of a stream; absent: none is asked for. */
  partialImages?: number;
}

/** One image as it came: base64 whose first bytes are those of a PNG, JPEG or WebP. */
export interface MadeImage {
  base64: string;
  /** The prompt that the provider has made of ours, where it says one. */
  revisedPrompt?: string;
}

/** Counts of a call for images, in buckets that do not overlap. */
export interface ImageUsage {
  /** Tokens of the prompt. */
  input: number;
  /** Tokens of the images that are edited. */
  image_input: number;
  /** Tokens of text that the model wrote on its way. */
  output: number;
  /** Tokens of the images. */
  image_output: number;
}

/** The images of a reply. */
export interface MappedImages {
  /** In the order of the reply; none only beside a refusal. */
  images: MadeImage[];
  /** The provider answered that it makes none, and bills what it counts; absent: it made some. */
  refusal?: Failure;
  /** What the model has said beside them, and why it ended; of conversations alone. */
  spoken?: { text: string; finish: FinishReason };
  /** Null where the provider bills images, or reported none or nonsense. */
  usage: ImageUsage | null;
  /** The fault of the report of usage. */
  suspect?: SuspectReason;
  /** What the provider says that the images are, in its words. */
  made?: { size?: string; quality?: string; background?: string; outputFormat?: string };
  /** What the reply names as the model that has answered. */
  model?: string;
}

/**
 * Tokens of one preview of a stream: "each partial image will incur an additional 100 image output
 * tokens" (guide of image generation, developers.openai.com, read on 2026-11-28).
 */
export const PARTIAL_IMAGE_TOKENS = 100;

/** What a stream brings of an image. */
export type ImagePiece =
  | { kind: 'partial'; image: MadeImage; made: NonNullable<MappedImages['made']> }
  /** Comes once, at the end. */
  | { kind: 'done'; images: MappedImages };

/** How far a stream of events has come. */
export interface ImageEvents {
  /**
   * What one event brings; nothing for one that is none of ours.
   * @throws MalformedReply for an event that does not fit
   * @throws ProviderError when the provider reports a failure
   */
  read(data: string): ImagePiece[];
  /** Whether the image has come, so that nothing follows. */
  isDone(): boolean;
}

/** Pure mapping between our image API and one wire. */
export interface ImageMapper {
  path(endpoint: Endpoint): string;
  toWire(call: ImageCall, endpoint: Endpoint): unknown;
  /**
   * @throws MalformedReply when the reply is not what the wire promises, or holds no image
   * @throws ProviderError when the provider reports that it made none
   */
  fromWire(reply: unknown, endpoint: Endpoint): MappedImages;
  /** How conversations are answered with images; absent where no model of the family does that. */
  readonly chat?: Pick<ImageMapper, 'path' | 'toWire' | 'fromWire'>;
  /** The value with which a reply names the model; absent where no reply names one. */
  modelIn?(reply: unknown): unknown;
  /** How images are edited; absent where nobody has written that down. */
  readonly edits?: ImageEdits;
  /** Reads streams; absent where nobody has written down how images are streamed. */
  readonly events?: () => ImageEvents;
}

/** Pure mapping of requests for edits; replies are those of images that are made. */
export interface ImageEdits {
  path(endpoint: Endpoint): string;
  /** Whether the models of an endpoint edit; absent: all do. */
  takes?(endpoint: Endpoint): boolean;
  /** A form, or what goes as JSON. */
  toWire(call: ImageCall & { shown: ShownImages }, endpoint: Endpoint): unknown;
}

/** The most tokens of one image. */
export interface ImageTokens {
  image: number;
  /** Text that the model writes on its way; 0 where it writes none. */
  text: number;
  /** Tokens of one image that is edited, or of a mask. */
  shown: number;
  /**
   * What the whole answer can have under the ceiling that is sent, where a model may make more
   * images than it is asked for; absent: as many images as were asked for.
   */
  answer?: { image: number; text: number };
}
