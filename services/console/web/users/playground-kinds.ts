import type { UserModelOut } from '@tollgate/contract/user-models';
import { failureOf } from '../shared/api/failure.ts';
import type { kindTexts } from '../shared/texts/playground-kinds.ts';
import { postAsKey } from './playground-call.ts';
import { hasFile } from './playground-request.ts';
import { readParameters } from './playground-parameters.tsx';

type Model = UserModelOut;

/** What came back from a model that does not chat. */
export type Made =
  | { kind: 'vector'; numbers: readonly number[] }
  | { kind: 'pictures'; addresses: readonly string[] }
  | { kind: 'sound'; file: Blob }
  | { kind: 'video'; id: string }
  | { kind: 'verdict'; flagged: readonly string[] }
  | { kind: 'order'; ranks: readonly Rank[] }
  | { kind: 'transcript'; text: string };

/** A document where the model put it, the most relevant one first. */
interface Rank {
  document: string;
  score: number;
}

/** One call and its answer. */
export interface Tried {
  made: Made;
  requestId: string | null;
}

/** Kinds of models that the playground has a form for, beside chat. */
export type TrialKind = keyof typeof kindTexts.input;

interface Kind {
  /** Path below `/v1`. */
  path: string;
  /** The field of the request that has what the reader typed or chose. */
  field: 'input' | 'prompt' | 'query' | 'file';
  read: (response: Response, body: TrialBody) => Promise<Made>;
}

/** A voice of OpenAI, where the contract names none. */
const DEFAULT_SPEAKER = 'alloy';

const json = async (response: Response): Promise<unknown> => await response.json();

const KINDS: Readonly<Record<TrialKind, Kind>> = {
  embeddings: { path: 'embeddings', field: 'input', read: readVector },
  image: { path: 'images/generations', field: 'prompt', read: readPictures },
  speech: { path: 'audio/speech', field: 'input', read: readSound },
  video: { path: 'videos', field: 'prompt', read: readVideo },
  moderation: { path: 'moderations', field: 'input', read: readVerdict },
  rerank: { path: 'rerank', field: 'query', read: readOrder },
  transcription: { path: 'audio/transcriptions', field: 'file', read: readTranscript },
};

/** The kind of a model that the playground has a form for; null: none, or chat. */
export const trialKindOf = ({ capability }: Model): TrialKind | null =>
  capability in KINDS ? (capability as TrialKind) : null;

/** The fields of a request; a file makes it a form. */
export type TrialBody = Record<string, unknown>;

/** Where a model of a kind is called, below `/v1`. */
export const pathOf = (kind: TrialKind): string => KINDS[kind].path;

/** Reads a form as a request of the model. */
export function trialBody(model: Model, kind: TrialKind, form: FormData): TrialBody {
  const given = form.get('given');
  const parameters = readParameters(model.request_contract, form);
  const voice = kind === 'speech' ? { voice: DEFAULT_SPEAKER } : {};
  const documents = kind === 'rerank' ? { documents: linesIn(form.get('documents')) } : {};
  return { model: model.model, [KINDS[kind].field]: given, ...voice, ...documents, ...parameters };
}

function linesIn(text: unknown): string[] {
  return String(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Makes a call. @throws Failure */
export async function tryKind(kind: TrialKind, body: TrialBody): Promise<Tried> {
  const { path, read } = KINDS[kind];
  const response = await postAsKey(`/v1/${path}`, hasFile(body) ? formOf(body) : body);
  return { made: await read(response, body), requestId: response.headers.get('x-request-id') };
}

function formOf(body: TrialBody): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body))
    form.append(name, value instanceof File ? value : String(value));
  return form;
}

async function readVector(response: Response): Promise<Made> {
  const { data } = (await json(response)) as { data?: { embedding: number[] }[] };
  const [first] = data ?? [];
  if (first === undefined) throw failureOf(response, undefined);
  return { kind: 'vector', numbers: first.embedding };
}

async function readPictures(response: Response): Promise<Made> {
  const answer = (await json(response)) as {
    output_format?: string;
    data?: { b64_json?: string; url?: string }[];
  };
  const type = `image/${answer.output_format ?? 'png'}`;
  const addresses = (answer.data ?? []).map(({ b64_json: bytes, url }) =>
    bytes === undefined ? (url ?? '') : `data:${type};base64,${bytes}`,
  );
  return { kind: 'pictures', addresses };
}

async function readSound(response: Response): Promise<Made> {
  return { kind: 'sound', file: await response.blob() };
}

async function readVideo(response: Response): Promise<Made> {
  const { id } = (await json(response)) as { id: string };
  return { kind: 'video', id };
}

async function readVerdict(response: Response): Promise<Made> {
  const { results } = (await json(response)) as {
    results?: { categories: Record<string, boolean> }[];
  };
  const categories = Object.entries(results?.[0]?.categories ?? {});
  return { kind: 'verdict', flagged: categories.filter(([, is]) => is).map(([name]) => name) };
}

async function readOrder(response: Response, { documents }: TrialBody): Promise<Made> {
  const { results } = (await json(response)) as {
    results?: { index: number; relevance_score: number }[];
  };
  const sent = documents as readonly string[];
  const ranks = (results ?? []).map(({ index, relevance_score: score }) => ({
    document: sent[index] ?? '',
    score,
  }));
  return { kind: 'order', ranks };
}

/** Subtitles and plain text come as they are. */
async function readTranscript(response: Response): Promise<Made> {
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  const text = isJson ? ((await json(response)) as { text: string }).text : await response.text();
  return { kind: 'transcript', text };
}
