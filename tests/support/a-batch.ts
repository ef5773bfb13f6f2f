import OpenAI, { toFile } from 'openai';
import type { Batch, BatchCreateParams } from 'openai/resources/batches';
import type { Demo } from './demo.ts';
import { eventually } from './eventually.ts';

/** A line of a file of results. */
export interface ResultLine {
  id: string;
  custom_id: string;
  response: {
    status_code: number;
    request_id: string;
    body: {
      choices?: { message: { content: string } }[];
      error?: { code: string; message: string; param: string | null };
      usage?: Record<string, number>;
    };
  } | null;
  error: { code: string; message: string } | null;
  /** Absent for a line that was not run. */
  price?: 'standard' | 'batch';
}

/** A batch that has ended, with its results. */
export interface EndedBatch {
  batch: Batch & { cost: string };
  output: ResultLine[];
  errors: ResultLine[];
}

type Endpoint = BatchCreateParams['endpoint'];

/** The official client as a caller of the demo. */
export function clientOf(demo: Demo, apiKey: string = demo.env.TOLLGATE_API_KEY): OpenAI {
  return new OpenAI({ apiKey, baseURL: demo.env.TOLLGATE_BASE_URL, maxRetries: 0 });
}

/** A line of a batch over chat completions. */
export function chatLine(demo: Demo, customId: string, content: string, more: object = {}): object {
  const messages = [{ role: 'user', content }];
  return {
    custom_id: customId,
    method: 'POST',
    url: '/v1/chat/completions',
    body: { model: demo.env.TOLLGATE_MODEL, messages, max_tokens: 100, ...more },
  };
}

/** Uploads lines as a file; a text is a line as it is. */
export async function upload(
  client: OpenAI,
  lines: readonly (object | string)[],
  name = 'lines.jsonl',
): Promise<string> {
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  const file = await toFile(Buffer.from(`${text.join('\n')}\n`), name);
  return (await client.files.create({ file, purpose: 'batch' })).id;
}

/** Begins a batch with these lines. */
export async function begin(
  client: OpenAI,
  lines: readonly (object | string)[],
  endpoint = '/v1/chat/completions',
): Promise<Batch> {
  const input_file_id = await upload(client, lines);
  const given = { input_file_id, endpoint: endpoint as Endpoint };
  return client.batches.create({ ...given, completion_window: '24h' });
}

const ENDED = ['completed', 'failed', 'expired', 'cancelled'];

/** Waits for the end of a batch and reads its results. */
export async function ended(client: OpenAI, id: string): Promise<EndedBatch> {
  let batch = await client.batches.retrieve(id);
  await eventually(
    async () => {
      batch = await client.batches.retrieve(id);
      return ENDED.includes(batch.status);
    },
    `the batch does not end: ${JSON.stringify(batch)}`,
  );
  const read = async (fileId: string | null | undefined): Promise<ResultLine[]> => {
    if (fileId == null) return [];
    const text = await (await client.files.content(fileId)).text();
    return text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as ResultLine);
  };
  const [output, errors] = [await read(batch.output_file_id), await read(batch.error_file_id)];
  return { batch: batch as EndedBatch['batch'], output, errors };
}

/**
 * Waits until workers run lines like these at the batch price: each process hears of a price by
 * itself.
 */
export async function untilAtBatchPrice(
  client: OpenAI,
  lines: object | readonly object[],
  endpoint?: string,
): Promise<void> {
  await eventually(async () => {
    const { output } = await ended(client, (await begin(client, [lines].flat(), endpoint)).id);
    return output[0]?.price === 'batch';
  }, 'workers do not see the batch price');
}
