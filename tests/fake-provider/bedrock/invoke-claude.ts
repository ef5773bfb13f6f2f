import { BEDROCK_BETAS } from '@tollgate/providers/bedrock/facts';
import { lastUserText, readMessages } from '../anthropic/request.ts';
import { renderMessage } from '../anthropic/response.ts';
import { isJson } from '../openai/chat-request.ts';
import type { Prompt } from '../prompt.ts';
import { jsonReply } from '../reply.ts';
import type { Reply, Step } from '../reply.ts';
import type { Call, Operation } from '../wire.ts';
import { modelIn, modelOf, refuse } from './converse-request.ts';
import { eventFrame, isEvent } from './frames.ts';

type Json = Record<string, unknown>;

const VERSION = 'bedrock-2023-05-31';
const STREAM = 'application/vnd.amazon.eventstream';
/** Members of the Messages API that stand elsewhere here, or that the host does not have. */
const EXTRANEOUS = ['model', 'stream', 'service_tier'];
/** The features in trial that the host's documentation lists, by the same table as the product. */
const BETAS: ReadonlySet<unknown> = new Set(BEDROCK_BETAS.value);

/** Reads the body of Claude's own. Throws a refusal where the host or the provider would. */
function read(call: Call, body: unknown): Prompt {
  const model = modelOf(call);
  if (!isJson(body)) return refuse('The body is not valid JSON.');
  const extraneous = EXTRANEOUS.find((name) => name in body);
  if (extraneous !== undefined) {
    refuse(`Malformed input request: extraneous key [${extraneous}] is not permitted.`);
  }
  const { anthropic_version: version, anthropic_beta: betas = [], ...asked } = body;
  if (version === undefined) {
    refuse('Malformed input request: #: required key [anthropic_version] not found.');
  }
  if (version !== VERSION) refuse('Invalid API version.');
  if (!Array.isArray(betas) || !betas.every((beta) => BETAS.has(beta))) {
    refuse('invalid beta flag');
  }
  const headers = {
    ...call.headers,
    'anthropic-version': '2023-06-01',
    'anthropic-beta': [betas].flat().join(','),
  };
  const stream = call.path.endsWith('-stream');
  return readMessages({
    ...call,
    path: '/v1/messages',
    headers,
    body: { ...asked, model, stream },
  });
}

/** Claude over InvokeModel and its stream. */
export const invokeClaude: Operation = {
  name: 'chat',
  peek: ({ path, body }) => ({
    model: modelIn(path),
    stream: path.endsWith('-stream'),
    text: lastUserText(body),
  }),
  answer(call) {
    const prompt = read(call, call.body);
    return { prompt, render: (answer) => wrapped(renderMessage(answer, prompt)) };
  },
};

/** The count of a prompt, whose body stands encoded within. */
export const countClaude: Operation = {
  name: 'count',
  peek: ({ path }) => ({ model: modelIn(path), stream: false, text: '' }),
  answer(call) {
    const { input } = isJson(call.body) ? call.body : {};
    const { invokeModel } = isJson(input) ? input : {};
    const { body } = isJson(invokeModel) ? invokeModel : {};
    if (typeof body !== 'string') return refuse('The input has to be of one kind.');
    const { inputTokens } = read(call, JSON.parse(Buffer.from(body, 'base64').toString('utf8')));
    return jsonReply(200, { inputTokens });
  },
};

function wrapped(reply: Reply): Reply {
  if (!reply.stream) return reply;
  const steps = reply.steps.map((step): Step => {
    if (step.kind !== 'frame') return step;
    return { ...step, text: chunkOf(step.text) };
  });
  return { ...reply, steps, headers: { 'content-type': STREAM }, encoding: 'latin1' };
}

/** An event of the Messages API as one of the host's; the last tells what the call came to. */
function chunkOf(frame: string): string {
  const data = /^data: (.*)$/mu.exec(frame)?.[1] ?? '{}';
  const event = JSON.parse(data) as Json;
  const metrics = { invocationLatency: 1, firstByteLatency: 1 };
  const reported =
    event['type'] === 'message_stop'
      ? { ...event, 'amazon-bedrock-invocationMetrics': metrics }
      : event;
  const bytes = Buffer.from(JSON.stringify(reported)).toString('base64');
  return eventFrame('chunk', { bytes, p: 'abcdefgh' });
}

/** Whether a frame holds an event of that type. */
export function holdsEvent(frame: string, type: string): boolean {
  if (!isEvent(frame, 'chunk')) return false;
  const bytes = /"bytes":"([^"]+)"/u.exec(frame)?.[1] ?? '';
  return Buffer.from(bytes, 'base64').toString('utf8').includes(`"type":"${type}"`);
}
