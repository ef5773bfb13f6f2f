/** How a provider counts a prompt beside its text, in tokens; upper bounds. */
export interface TokenOverhead {
  /** Tokens for each request. */
  request: number;
  /** Tokens for each message. */
  message: number;
  /** Tokens of the provider's own instructions about tools, when the request has tools. */
  tools: number;
  /** Tokens for each tool. */
  tool: number;
  /** Tokens for each image. */
  image: number;
  /**
   * Tokens for each page of a PDF beside its text, where the provider makes a picture of it;
   * absent: those of an image.
   */
  page?: number;
  /**
   * Tokens of instructions about the format of the answer, where they are more than a few words.
   */
  formats?: Partial<Record<'json_object' | 'json_schema', number>>;
  /** Tools of the history are declared where the request declares none; see `declared-tools.ts`. */
  declaresHistory?: boolean;
  /** The provider copies each definition of a schema wherever it is referred to. */
  inlines?: boolean;
  /** How many digits share a token. */
  digits: 1 | 3;
  /** How many tokens the provider counts for each token that we count; an upper bound. */
  scale: number;
  /**
   * As `scale`, for prose that the provider has made, as recorded traffic has it; absent: `scale`.
   */
  prose?: number;
}
