import { DATA_URL, dataUrl, mediaType, withoutBlanks } from './data-urls.ts';
import { isAddress } from './addresses.ts';
import { PDF_TYPE, documentText, kindOfFile, textFromBase64 } from './text-files.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A file as it came, in parts. */
interface GivenFile {
  type: string;
  name: string;
  /** Base64, or escaped text. */
  data: string;
  isEscaped: boolean;
}

/**
 * A file as this API has it: a text, or a data URL of a PDF; null for anything else, which the
 * schema refuses.
 */
export function readFile(
  data: unknown,
  filename: unknown,
): { text: string } | { url: string } | null {
  if (typeof data !== 'string' || isAddress(data)) return null;
  const given = partsOf(data, typeof filename === 'string' ? filename : '');
  const { name, isEscaped } = given;
  const kind = kindOfFile({ ...given, base64: given.data });
  if (kind === null || (kind === 'pdf' && isEscaped)) return null;
  if (kind === 'pdf') return { url: `data:${PDF_TYPE};base64,${given.data}` };
  const text = isEscaped ? unescaped(given.data) : textFromBase64(given.data);
  return text === null ? null : { text: documentText(text, name) };
}

/** Base64 alone has no type. */
function partsOf(data: string, name: string): GivenFile {
  const spelled = String(dataUrl(data));
  const [prefix = '', described = ''] = DATA_URL.exec(spelled) ?? [];
  if (prefix === '') return { type: '', name, data: String(withoutBlanks(data)), isEscaped: false };
  const [type = ''] = described.toLowerCase().split(';');
  const isEscaped = !described.endsWith(';base64');
  return { type, name, data: spelled.slice(prefix.length), isEscaped };
}

function unescaped(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/**
 * The source of a document of messages as the provider takes it: a PDF in base64 without blanks, a
 * text as a text.
 * @param title of the document, whose end may say what it is
 */
export function documentSource(source: Fields, title: unknown): Fields {
  const { type: how, media_type: reported, data } = source;
  const type = mediaType(reported ?? '');
  if (typeof data !== 'string' || typeof type !== 'string') return source;
  if (how === 'text') {
    const isText = kindOfFile({ type, name: '', base64: '' }) === 'text';
    return isText ? { ...source, media_type: 'text/plain' } : source;
  }
  if (how !== 'base64') return source;
  const base64 = String(withoutBlanks(data));
  const kind = kindOfFile({ type, name: typeof title === 'string' ? title : '', base64 });
  if (kind === 'pdf') return { ...source, media_type: PDF_TYPE, data: base64 };
  const text = kind === 'text' ? textFromBase64(base64) : null;
  return text === null ? source : { ...source, type: 'text', media_type: 'text/plain', data: text };
}
