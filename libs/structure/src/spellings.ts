type Fields = Readonly<Record<string, unknown>>;

/** Other spellings of the types of pictures, in lower case. */
const IMAGE_TYPES: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
};
const DATA_URL = /^data:([^,]*),/iu;
const BLANKS = ['\n', '\r', ' ', '\t'];

/** A chat request with pictures, and positions of calls, in the spelling that this API has. The same object where nothing differs. */
export function inChatSpelling(body: Fields): Fields {
  return replaced(body, 'messages', (message) => {
    const seen = replaced(message, 'content', chatPart);
    return replaced(seen, 'tool_calls', (call) =>
      withMember(call, 'index', (index) =>
        typeof index === 'string' && /^\d{1,5}$/u.test(index) ? Number(index) : index,
      ),
    );
  });
}

/** The same of a request to `/v1/responses`. */
export function inResponsesSpelling(body: Fields): Fields {
  return replaced(body, 'input', (item) =>
    replaced(replaced(item, 'content', responsesPart), 'output', responsesPart),
  );
}

/** The same of a request to `/v1/messages`. */
export function inMessagesSpelling(body: Fields): Fields {
  return replaced(body, 'messages', (turn) => replaced(turn, 'content', messagesBlock));
}

function chatPart(part: Fields): Fields {
  if (part['type'] !== 'image_url') return part;
  return withMember(part, 'image_url', (image) => {
    const named = typeof image === 'string' ? { url: image } : image;
    return isFields(named) ? withMember(named, 'url', dataUrl) : named;
  });
}

/** On this route the picture is a string; clients of chat send an object. */
function responsesPart(part: Fields): Fields {
  if (part['type'] !== 'input_image') return part;
  const { image_url: image } = part;
  if (!isFields(image)) return withMember(part, 'image_url', dataUrl);
  const { url, detail } = image;
  const given = detail === undefined ? {} : { detail };
  return { ...given, ...part, image_url: dataUrl(url) };
}

function messagesBlock(block: Fields): Fields {
  if (block['type'] === 'tool_result') return replaced(block, 'content', messagesBlock);
  if (block['type'] !== 'image') return block;
  return withMember(block, 'source', (source) => {
    if (!isFields(source) || source['type'] !== 'base64') return source;
    return withMember(withMember(source, 'media_type', mediaType), 'data', withoutBlanks);
  });
}

/** A data URL with its type in lower case, without parameters and without blanks; anything else as it is. */
function dataUrl(url: unknown): unknown {
  if (typeof url !== 'string') return url;
  const [prefix = '', described = ''] = DATA_URL.exec(url) ?? [];
  const [type, ...parameters] = described.split(';').map((word) => word.trim().toLowerCase());
  if (prefix === '' || !parameters.includes('base64')) return url;
  const wanted = `data:${String(mediaType(type))};base64,`;
  const data = url.slice(prefix.length);
  const packed = withoutBlanks(data);
  return wanted === prefix && packed === data ? url : wanted + String(packed);
}

function mediaType(type: unknown): unknown {
  if (typeof type !== 'string') return type;
  const [bare = ''] = type.split(';');
  const lower = bare.trim().toLowerCase();
  return IMAGE_TYPES[lower] ?? lower;
}

/** Base64 that was broken into lines, in one piece. */
function withoutBlanks(data: unknown): unknown {
  if (typeof data !== 'string' || !BLANKS.some((blank) => data.includes(blank))) return data;
  return data.replaceAll(/\s+/gu, '');
}

/** The object with the objects of one of its lists mapped; the same object where none changes. */
function replaced(whole: Fields, name: string, map: (item: Fields) => Fields): Fields {
  return withMember(whole, name, (list) => {
    if (!Array.isArray(list)) return list;
    const items: readonly unknown[] = list;
    const made = items.map((item) => (isFields(item) ? map(item) : item));
    return made.some((item, at) => item !== items[at]) ? made : list;
  });
}

/** The object with one member mapped; the same object where the member stays or is absent. */
function withMember(whole: Fields, name: string, map: (value: unknown) => unknown): Fields {
  const value = whole[name];
  const made = value === undefined ? value : map(value);
  return made === value ? whole : { ...whole, [name]: made };
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
