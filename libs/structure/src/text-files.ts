/** Media types of text, in lower case and without parameters. */
const TEXT_TYPE =
  /^(?:text\/[\w.+-]+|application\/(?:json|xml|yaml|toml|sql|javascript|typescript|csv|x-(?:ndjson|yaml|sh|httpd-php)|[\w.-]+\+(?:json|xml)))$/u;
/** Types that say nothing, so that the name of the file decides. */
const UNTOLD: ReadonlySet<string> = new Set([
  '',
  'application/octet-stream',
  'binary/octet-stream',
]);
/** Names of files of text. */
const TEXT_NAME =
  /\.(?:txt|text|md|markdown|csv|tsv|json|jsonl|ndjson|xml|ya?ml|toml|ini|log|html?|css|sql|tex|rst|[cm]?[jt]sx?|py|rb|go|rs|java|kt|swift|c|h|cpp|hpp|cs|php|sh)$/iu;
const PDF_NAME = /\.pdf$/iu;
/** The first characters of each PDF in base64. */
const PDF_BEGINNING = 'JVBERi';
/** What would end the name of a document in its text. */
const UNFIT_FOR_NAMES = /["<>\r\n]/gu;

/** The media type of PDFs. */
export const PDF_TYPE = 'application/pdf';

/**
 * The kind of a file, by its type, its name and the first characters of its base64; null for a kind
 * that no model takes.
 */
export function kindOfFile(file: {
  type: string;
  name: string;
  base64: string;
}): 'pdf' | 'text' | null {
  const { type, name, base64 } = file;
  if (type === PDF_TYPE || type === 'application/x-pdf') return 'pdf';
  if (TEXT_TYPE.test(type)) return 'text';
  if (!UNTOLD.has(type)) return null;
  if (PDF_NAME.test(name) || base64.startsWith(PDF_BEGINNING)) return 'pdf';
  return TEXT_NAME.test(name) ? 'text' : null;
}

/**
 * A file of text as a prompt has it: between marks that say where it begins, how it is called and
 * where it ends.
 */
export function documentText(text: string, name: string | null | undefined): string {
  const called = name?.replaceAll(UNFIT_FOR_NAMES, ' ').trim() ?? '';
  const title = called === '' ? '' : ` name="${called}"`;
  return `<document${title}>\n${text}\n</document>`;
}

/** The text behind base64; null for bytes that are no text in UTF-8. */
export function textFromBase64(base64: string): string | null {
  try {
    const bytes = Buffer.from(base64, 'base64');
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll('\0', '');
  } catch {
    return null;
  }
}
