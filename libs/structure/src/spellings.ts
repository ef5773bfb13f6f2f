import { dataUrl, mediaType, withoutBlanks } from './data-urls.ts';
import { documentSource, readFile } from './file-spellings.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * A chat request with pictures, files, positions of calls and marks of calls in the spelling that
 * this API has. The same object where nothing differs.
 */
export function inChatSpelling(body: Fields): Fields {
  return replaced(body, 'messages', (message) => {
    const seen = withMarkOfCalls(replaced(message, 'content', chatPart));
    return replaced(seen, 'tool_calls', (call) =>
      withMember(call, 'index', (index) =>
        typeof index === 'string' && /^\d{1,5}$/u.test(index) ? Number(index) : index,
      ),
    );
  });
}

/**
 * A message with the mark of its calls, where the AI SDK puts it. A message has one mark: its own,
 * else the one that costs most, so that none is kept for longer than was priced.
 */
function withMarkOfCalls(message: Fields): Fields {
  const marks: unknown[] = [];
  const bare = replaced(message, 'tool_calls', (call) => {
    const { cache_control: mark, ...rest } = call;
    if (mark === undefined) return call;
    marks.push(mark);
    return rest;
  });
  const longest = marks.find((mark) => isFields(mark) && mark['ttl'] === '1h');
  const mark = message['cache_control'] ?? longest ?? marks.findLast((one) => one !== null);
  return mark === undefined || bare === message ? bare : { ...bare, cache_control: mark };
}

/**
 * A request to `/v1/responses` with pictures and files in the spelling that this API has; the
 * object that came where nothing differs.
 */
export function inResponsesSpelling(body: Fields): Fields {
  return replaced(body, 'input', (item) =>
    replaced(replaced(item, 'content', responsesPart), 'output', responsesPart),
  );
}

/**
 * A request to `/v1/messages` with pictures and files in the spelling that this API has; the object
 * that came where nothing differs.
 */
export function inMessagesSpelling(body: Fields): Fields {
  return replaced(body, 'messages', (turn) => replaced(turn, 'content', messagesBlock));
}

function chatPart(part: Fields): Fields {
  if (part['type'] === 'file') return chatFile(part);
  if (part['type'] !== 'image_url') return part;
  return withMember(part, 'image_url', (image) => {
    const named = typeof image === 'string' ? { url: image } : image;
    return isFields(named) ? withMember(named, 'url', dataUrl) : named;
  });
}

function chatFile({ file, ...part }: Fields): Fields {
  if (!isFields(file)) return { file, ...part };
  const read = readFile(file['file_data'], file['filename']);
  if (read === null) return { file, ...part };
  if (!('text' in read)) return { ...part, file: { ...file, file_data: read.url } };
  const text = { ...part, type: 'text', text: read.text };
  const { filename: _name, file_data: _data, ...rest } = file;
  const isReported = Object.values(rest).some((value) => value !== null);
  return isReported ? { ...text, file: rest } : text;
}

function responsesFile(part: Fields): Fields {
  const { filename, file_data: data, file_url: address, ...rest } = part;
  if (typeof address === 'string' && (data === undefined || data === null)) {
    const { file_url: _moved, ...others } = part;
    return { ...others, file_data: address };
  }
  const read = readFile(data, filename);
  if (read === null) return part;
  return 'text' in read
    ? { ...rest, ...reported({ file_url: address }), type: 'input_text', text: read.text }
    : withMember(part, 'file_data', () => read.url);
}

/** On this route the picture is a string; clients of chat send an object. */
function responsesPart(part: Fields): Fields {
  if (part['type'] === 'input_file') return responsesFile(part);
  if (part['type'] !== 'input_image') return part;
  const { image_url: image } = part;
  if (!isFields(image)) return withMember(part, 'image_url', dataUrl);
  const { url, ...rest } = image;
  return { ...rest, ...part, image_url: dataUrl(url) };
}

/** The members that say something. */
function reported(members: Fields): Fields {
  const own = Object.entries(members).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(own);
}

function messagesBlock(block: Fields): Fields {
  if (block['type'] === 'tool_result') return replaced(block, 'content', messagesBlock);
  if (block['type'] === 'document') return messagesDocument(block);
  if (block['type'] !== 'image') return block;
  return withMember(block, 'source', (source) => {
    if (!isFields(source) || source['type'] !== 'base64') return source;
    return withMember(withMember(source, 'media_type', mediaType), 'data', withoutBlanks);
  });
}

/** A document in the spelling that the provider takes. Citations that are off are none. */
function messagesDocument({ citations, ...block }: Fields): Fields {
  const isOff =
    isFields(citations) && citations['enabled'] === false && Object.keys(citations).length === 1;
  const given = citations === undefined || isOff ? block : { citations, ...block };
  return withMember(given, 'source', (source) => {
    if (!isFields(source)) return source;
    return source['type'] === 'content'
      ? replaced(source, 'content', messagesBlock)
      : documentSource(source, block['title']);
  });
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
