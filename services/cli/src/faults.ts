/**
 * A fault of the command line, of a document or of the running system: lines for people, each of
 * which names what is wrong.
 */
export class CommandFault extends Error {
  readonly lines: readonly string[];
  constructor(...lines: readonly string[]) {
    super(lines.join('\n'));
    this.name = 'CommandFault';
    this.lines = lines;
  }
}

/** Steps from the root of a document to a field. */
export type Path = readonly (string | number)[];

/** A field of a document at fault. */
export interface FieldFault {
  path: Path;
  words: string;
}

/**
 * What the platform API refuses: the fields of its request, which have the names of the document's.
 */
export class RefusedFields extends CommandFault {
  readonly fields: readonly FieldFault[];

  /** @param what was asked for, for people */
  constructor(what: string, fields: readonly FieldFault[]) {
    super(...fields.map(({ path, words }) => `${what}: ${path.join('.')} ${words}`));
    this.name = 'RefusedFields';
    this.fields = fields;
  }
}

const PLAIN = /^[A-Za-z_][\w-]*$/u;

/** A path as people read one: `models["demo/a"].limits.context_tokens`. */
export function fieldOf(path: Path): string {
  if (path.length === 0) return 'the document';
  return path
    .map((step, index) => {
      if (typeof step === 'number' || /^\d+$/u.test(step)) return `[${step}]`;
      if (!PLAIN.test(step)) return `[${JSON.stringify(step)}]`;
      return index === 0 ? step : `.${step}`;
    })
    .join('');
}
