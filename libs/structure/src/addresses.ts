type Fields = Readonly<Record<string, unknown>>;

/** The kinds of content that an address may be given for. */
export type AddressedKind = 'image' | 'document';

/** A part of a request whose content is given as an address. */
export interface Addressed {
  /** Such as `messages[0].content[1]`. */
  path: string;
  url: string;
  kind: AddressedKind;
}

/** What was found at an address. */
export interface FetchedPart {
  type: string;
  base64: string;
}

/** Whether a text is an address, and no data. */
export function isAddress(url: unknown): url is string {
  return typeof url === 'string' && /^https?:\/\//iu.test(url);
}

/**
 * The parts of a request of any of the three routes whose content is given as an address, in their
 * order. The structure of the request has been checked.
 */
export function addressesIn(request: object): Addressed[] {
  const found: Addressed[] = [];
  mapped(request, (part, path) => {
    const one = addressOf(part);
    if (one !== null) found.push({ path, ...one });
    return part;
  });
  return found;
}

/**
 * The request with fetched content instead of addresses. Parts that stay are the same objects.
 * @param fetched by paths, as {@link addressesIn} gives them
 */
export function withFetched<Request extends object>(
  request: Request,
  fetched: ReadonlyMap<string, FetchedPart>,
): Request {
  return mapped(request, (part, path) => {
    const found = fetched.get(path);
    return found === undefined ? part : filled(part, found);
  }) as Request;
}

type MapPart = (part: Fields, path: string) => Fields;

function mapped(request: object, map: MapPart): object {
  return ['messages', 'input'].reduce<Fields>(
    (whole, name) => withList(whole, name, { path: name, map: mappedMessage(map) }),
    request as Fields,
  );
}

function mappedMessage(map: MapPart): MapPart {
  return (message, path) =>
    ['content', 'output'].reduce(
      (whole, name) => withList(whole, name, { path: `${path}.${name}`, map: mappedPart(map) }),
      message,
    );
}

/** Results of tools and documents hold parts themselves. */
function mappedPart(map: MapPart): MapPart {
  return (part, path) => {
    if (part['type'] === 'tool_result') {
      return withList(part, 'content', { path: `${path}.content`, map: mappedPart(map) });
    }
    const { source } = part;
    if (part['type'] !== 'document' || !isFields(source) || source['type'] !== 'content') {
      return map(part, path);
    }
    const inner = withList(source, 'content', { path: `${path}.source.content`, map });
    return inner === source ? part : { ...part, source: inner };
  };
}

function withList(whole: Fields, name: string, { path, map }: { path: string; map: MapPart }) {
  const list = whole[name];
  if (!Array.isArray(list)) return whole;
  const items: readonly unknown[] = list;
  const made = items.map((item, at) => (isFields(item) ? map(item, `${path}[${at}]`) : item));
  return made.some((item, at) => item !== items[at]) ? { ...whole, [name]: made } : whole;
}

function addressOf(part: Fields): Omit<Addressed, 'path'> | null {
  const { type, image_url: image, file, file_data: data, source } = part;
  const given: Readonly<Record<string, [AddressedKind, unknown]>> = {
    image_url: ['image', isFields(image) ? image['url'] : image],
    input_image: ['image', image],
    file: ['document', isFields(file) ? file['file_data'] : undefined],
    input_file: ['document', data],
    image: ['image', urlIn(source)],
    document: ['document', urlIn(source)],
  };
  const [kind, url] = given[String(type)] ?? [];
  return kind !== undefined && isAddress(url) ? { kind, url } : null;
}

function urlIn(source: unknown): unknown {
  return isFields(source) && source['type'] === 'url' ? source['url'] : undefined;
}

function filled(part: Fields, { type, base64 }: FetchedPart): Fields {
  const url = `data:${type};base64,${base64}`;
  const { image_url: image, file } = part;
  switch (part['type']) {
    case 'image_url':
      return { ...part, image_url: isFields(image) ? { ...image, url } : { url } };
    case 'input_image':
      return { ...part, image_url: url };
    case 'file':
      return { ...part, file: { ...(isFields(file) ? file : {}), file_data: url } };
    case 'input_file':
      return { ...part, file_data: url };
    default:
      return { ...part, source: { type: 'base64', media_type: type, data: base64 } };
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
