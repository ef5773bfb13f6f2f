/** One part of a form (`multipart/form-data`), as it came. */
export interface FormPart {
  name: string;
  /** Whether the part came as a file, with a name of its own. */
  isFile: boolean;
  bytes: Buffer;
}

/** How a form maps to the JSON body of a route. */
export interface FormRules {
  /** The most parts of one form. */
  readonly partsMax: number;
  /** The most parts that are files. */
  readonly filesMax: number;
  /** Fields that may be a file. */
  readonly files: readonly string[];
  /**
   * Where a file beyond the most of them can go instead, as a sentence that begins with a blank;
   * absent: nowhere.
   */
  instead?(name: string): string;
  /** The most bytes of a part. */
  bytesMax(part: Pick<FormPart, 'name' | 'isFile'>): number;
  /**
   * The body as JSON has it; whether that fits the route is another question.
   * @throws GatewayError that names the field
   */
  toBody(parts: readonly FormPart[]): unknown;
}
