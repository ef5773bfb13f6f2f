import { randomUUID } from 'node:crypto';
import type { Credential, Endpoint } from '../adapter/endpoint.ts';
import { AUDIO_TYPES } from '../adapter/transcription-wire.ts';
import type {
  MappedTranscript,
  TranscriptionCall,
  TranscriptionForm,
  TranscriptionJson,
  TranscriptionMapper,
  TranscriptPiece,
} from '../adapter/transcription-wire.ts';
import type { CallTiming } from './call-timing.ts';
import { readEvents } from './event-pieces.ts';
import { fetchJson, mapped, newTiming, open, wholeJson } from './one-off-request.ts';
import type { Io, OneOffRequest, ProviderCall } from './one-off-request.ts';

const EVENTS = /^text\/event-stream\b/iu;

/** A transcript, and when it came. */
export interface TranscriptReply {
  transcript: MappedTranscript;
  timing: CallTiming;
}

/** A transcript while it comes. */
export interface TranscriptStream {
  /** Throws ProviderError when the connection breaks, or the provider reports a failure. */
  pieces: AsyncGenerator<TranscriptPiece, void, void>;
  timing: CallTiming;
}

/**
 * Has audio written down. The file leaves whole with each try.
 * @param given.nameIn the usable name of a model in what a reply says it is
 * @throws ProviderError
 */
export async function transcribe(
  io: Io,
  call: ProviderCall,
  given: {
    request: TranscriptionCall;
    nameIn: (reported: unknown, credential: Credential) => string | undefined;
  },
): Promise<TranscriptReply> {
  const mapper = mapperOf(call);
  const timing = newTiming();
  const reply = await fetchJson(io, call, { ...askedOf(mapper, call, given.request), timing });
  const transcript = mapped(call, () => mapper.fromWire(reply.body));
  const model = given.nameIn(mapper.modelIn(reply.body), call.credential);
  return { transcript: { ...transcript, ...(model === undefined ? {} : { model }) }, timing };
}

/**
 * Has audio written down while its text is sent. Resolves when the provider has answered 200. A
 * provider that answers with a document all the same gives it in one piece.
 * @throws ProviderError
 */
export async function openTranscript(
  io: Io,
  call: ProviderCall,
  request: TranscriptionCall,
): Promise<TranscriptStream> {
  const mapper = mapperOf(call);
  const timing = newTiming();
  const incoming = await open(io, call, {
    ...askedOf(mapper, call, request),
    timing,
    stream: true,
  });
  if (EVENTS.test(incoming.headers['content-type'] ?? '')) {
    return { pieces: readEvents(incoming, { call, timing, events: mapper.events() }), timing };
  }
  const { body } = await wholeJson(incoming, call, { timing });
  const transcript = mapped(call, () => mapper.fromWire(body));
  return { pieces: inOnePiece(transcript), timing };
}

async function* inOnePiece(
  transcript: MappedTranscript,
): AsyncGenerator<TranscriptPiece, void, void> {
  yield { kind: 'done', transcript };
}

function mapperOf({ family }: ProviderCall): TranscriptionMapper {
  if (family.transcription === undefined) {
    throw new TypeError('the family does not have what is called');
  }
  return family.transcription;
}

type Asked = Pick<OneOffRequest, 'path' | 'body' | 'contentType'>;

function askedOf(
  mapper: TranscriptionMapper,
  { endpoint }: ProviderCall,
  request: TranscriptionCall,
): Asked {
  const path = mapper.path(endpoint, request);
  return mapper.body.kind === 'json'
    ? { path, body: jsonOf(mapper.body, endpoint, request) }
    : { path, ...formOf(mapper.body, endpoint, request) };
}

/** JSON around the file in base64, which no writer of JSON has to look through. */
function jsonOf(body: TranscriptionJson, endpoint: Endpoint, request: TranscriptionCall): Buffer {
  const mark = randomUUID();
  const [head = '', tail = ''] = JSON.stringify(body.toWire(request, endpoint, mark)).split(mark);
  const audio = Buffer.from(request.audio.bytes.toString('base64'), 'latin1');
  return Buffer.concat([Buffer.from(head), audio, Buffer.from(tail)]);
}

/** The form of a request. The name of the file says what its bytes are, not what a caller wrote. */
function formOf(
  form: TranscriptionForm,
  endpoint: Endpoint,
  request: TranscriptionCall,
): Omit<Asked, 'path'> {
  const { audio } = request;
  const boundary = `tollgate-${randomUUID()}`;
  const head = (name: string): string =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"`;
  const fields = form
    .fields(request, endpoint)
    .map(([name, value]) => `${head(name)}\r\n\r\n${value}\r\n`);
  const type = AUDIO_TYPES[audio.format];
  const file = `${head('file')}; filename="audio.${audio.format}"\r\ncontent-type: ${type}\r\n\r\n`;
  return {
    body: Buffer.concat([
      Buffer.from(fields.join('') + file),
      audio.bytes,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
    contentType: `multipart/form-data; boundary=${boundary}`,
  };
}
