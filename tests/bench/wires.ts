import { openStreams } from './load.ts';
import { cpuSince, OUTPUT_TOKENS_MAX, withClient } from './scenario.ts';
import type { Scenario } from './scenario.ts';

const CHUNKS = 200;
const CHUNK_DELAY_MS = 10;
const ASK = `Go on. [[provider: chunks=${CHUNKS}; chunk-delay=${CHUNK_DELAY_MS}]]`;

type Wire = 'chat' | 'responses' | 'messages';

/** How each route is asked for the same stream. */
const ROUTES: Readonly<Record<Wire, { route: string; asked: object }>> = {
  chat: {
    route: '/chat/completions',
    asked: { messages: [{ role: 'user', content: ASK }], max_tokens: OUTPUT_TOKENS_MAX },
  },
  responses: {
    route: '/responses',
    asked: { input: ASK, max_output_tokens: OUTPUT_TOKENS_MAX, store: false },
  },
  messages: {
    route: '/messages',
    asked: { messages: [{ role: 'user', content: ASK }], max_tokens: OUTPUT_TOKENS_MAX },
  },
};

/** One stream over every route of ours that streams, one route after the other in each round. */
export const wires: Scenario = {
  id: 'wires',
  title: ({ connections }) =>
    `Wires: ${connections} streams open, ${CHUNKS} chunks at ${CHUNK_DELAY_MS} ms`,
  columns: [
    { measure: 'chat', heading: 'chat CPU µs/chunk', digits: 1 },
    { measure: 'responses', heading: 'responses', digits: 1 },
    { measure: 'messages', heading: 'messages', digits: 1 },
    { measure: 'responses_ratio', heading: 'responses / chat', digits: 2 },
    { measure: 'messages_ratio', heading: 'messages / chat', digits: 2 },
  ],
  compared: 'chat',
  tollgateOnly: true,
  async round(target, { connections, seconds }) {
    const times = Math.max(1, Math.round((seconds * 1_000) / (CHUNKS * CHUNK_DELAY_MS)));
    const cpuOf = ({ route, asked }: (typeof ROUTES)[Wire]): Promise<number> =>
      withClient({ ...target, route }, connections, async (client) => {
        const body = JSON.stringify({ model: target.model, stream: true, ...asked });
        await openStreams(client, body, { connections, times: 1 });
        const before = target.cpu();
        const { streams } = await openStreams(client, body, { connections, times });
        return cpuSince(target, before, streams * CHUNKS)['cpu'] ?? Number.NaN;
      });
    const chat = await cpuOf(ROUTES.chat);
    const responses = await cpuOf(ROUTES.responses);
    const messages = await cpuOf(ROUTES.messages);
    return {
      chat,
      responses,
      messages,
      responses_ratio: responses / chat,
      messages_ratio: messages / chat,
    };
  },
};
