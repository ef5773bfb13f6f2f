import { stringify } from 'yaml';

/**
 * A value or a whole line of a manifest that a template says otherwise: a word without a meaning of
 * its own in YAML.
 */
const TOKEN = /zq\d+qz/gu;
const LINE = /^(?<indent> *)(?:- )?(?<token>zq\d+qz)(?:: null)?$/u;
/** Spaces of one level. */
const STEP = 2;

/** Takes texts of templates into documents and puts the texts back once the documents are YAML. */
export interface Tokens {
  /** A scalar, or a part of one, in the words of Go's templates. */
  value(expression: string): string;
  /**
   * An item of a list, or a key of a map whose value is null: lines of a template, at the indent of
   * the line.
   */
  lines(...text: string[]): string;
  /**
   * Lines of a template that stay as the text is, which begins with `{{-`; `@indent@` in it becomes
   * the number of spaces before, `@deeper@` that of the next level.
   */
  block(text: string): string;
  /** The document as YAML, with the texts put back. */
  render(document: object): string;
}

/** Gives tokens for one file. */
export function createTokens(): Tokens {
  const texts = new Map<string, string>();
  const keep = (text: string): string => {
    const token = `zq${texts.size}qz`;
    texts.set(token, text);
    return token;
  };
  const textOf = (token: string): string => texts.get(token) ?? token;
  const placed = (line: string): string => {
    const { indent = '', token } = LINE.exec(line)?.groups ?? {};
    // What a scalar holds may hold tokens again: hosts in what is quoted, for instance.
    if (token !== undefined && textOf(token).startsWith('{{-')) {
      return textOf(token)
        .replaceAll('@indent@', String(indent.length))
        .replaceAll('@deeper@', String(indent.length + STEP))
        .split('\n')
        .map((one) => indent + one)
        .join('\n');
    }
    return line.replaceAll(TOKEN, textOf);
  };
  return {
    value: (expression) => keep(`{{ ${expression} }}`),
    lines: (...text) => keep(text.map((one) => `{{- ${one} }}`).join('\n')),
    block: keep,
    // Helm reads YAML 1.1, where more words have to be quoted.
    render: (document) =>
      stringify(document, { version: '1.1', lineWidth: 0, aliasDuplicateObjects: false })
        .split('\n')
        .map(placed)
        .join('\n'),
  };
}
