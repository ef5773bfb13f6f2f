import { without } from './shape.ts';
import type { Cut, Loose, Shapes, WireEvent } from './shape.ts';

/** Events of messages. */
export const anthropic: Shapes = {
  manners: [
    'in pieces',
    'blocks whole at their start',
    'all counts at the end',
    'nulls at the end',
  ],
  streamOf(reply, manner, cut) {
    const event = (type: string, more: Loose): WireEvent => [type, { type, ...more }];
    const { content, stop_reason: reason, stop_sequence: sequence = null } = reply;
    const usage = reply['usage'] ?? {};
    const more = without(reply, ['content', 'stop_reason', 'stop_sequence', 'usage']);
    const ended = without(more, ['id', 'type', 'role', 'model']);
    const first = { ...usage, output_tokens: 1 };
    const atEnd = manner === 'all counts at the end';
    const last = atEnd ? usage : { output_tokens: usage.output_tokens, ...detailsOf(usage) };
    const nulls = { input_tokens: null, cache_creation_input_tokens: null };
    return [
      event('message_start', {
        message: { ...more, content: [], stop_reason: null, usage: atEnd ? {} : first },
      }),
      event('ping', {}),
      ...(content as Loose[]).flatMap((block, index) => [
        ...blockOf(block, manner, cut).map(([type, body]) => event(type, { index, ...body })),
        event('content_block_stop', { index }),
      ]),
      event('message_delta', {
        delta: { ...ended, stop_reason: reason, stop_sequence: sequence },
        usage: manner === 'nulls at the end' ? { ...nulls, ...last } : last,
      }),
      event('message_stop', {}),
    ];
  },
  wholeOf(events) {
    let message: Loose = {};
    const blocks: Loose[] = [];
    let isDone = false;
    for (const [, event] of structuredClone(events)) {
      switch (event['type']) {
        case 'error':
          return null;
        case 'message_start':
          message = event['message'];
          blocks.push(...(event['message'].content ?? []));
          break;
        case 'content_block_start':
          blocks[event['index']] = { ...event['content_block'], json: '' };
          break;
        case 'content_block_delta':
          add(blocks[event['index']], event['delta']);
          break;
        case 'message_delta':
          message = {
            ...message,
            ...event['delta'],
            usage: { ...message['usage'], ...reported(event['usage'] ?? {}) },
          };
          break;
        case 'message_stop':
          isDone = true;
      }
    }
    if (!isDone || !message['stop_reason']) return null;
    return { ...message, content: blocks.map(ended) };
  },
};

/** The counts that are there: a null says nothing new. */
function reported(usage: Loose): Loose {
  return Object.fromEntries(Object.entries(usage).filter(([, count]) => count !== null));
}

function detailsOf({ output_tokens_details: details }: Loose): Loose {
  return details === undefined ? {} : { output_tokens_details: details };
}

function blockOf(block: Loose, manner: string, cut: Cut): [string, Loose][] {
  const start = (content_block: Loose): [string, Loose] => [
    'content_block_start',
    { content_block },
  ];
  const delta = (type: string, more: Loose): [string, Loose] => [
    'content_block_delta',
    { delta: { type, ...more } },
  ];
  if (manner === 'blocks whole at their start') return [start(block)];
  switch (block['type']) {
    case 'text':
      return [
        start({ type: 'text', text: '' }),
        ...(block['citations'] ?? []).map((citation: Loose) =>
          delta('citations_delta', { citation }),
        ),
        ...cut(block['text']).map((text) => delta('text_delta', { text })),
      ];
    case 'thinking':
      return [
        start({ type: 'thinking', thinking: '', signature: '' }),
        ...cut(block['thinking']).map((thinking) => delta('thinking_delta', { thinking })),
        ...(block['signature']
          ? [delta('signature_delta', { signature: block['signature'] })]
          : []),
      ];
    case 'tool_use':
    case 'server_tool_use':
      return [
        start({ ...block, input: {} }),
        ...cut(JSON.stringify(block['input'])).map((text) =>
          delta('input_json_delta', { partial_json: text }),
        ),
      ];
    default:
      return [start(block)];
  }
}

function add(block: Loose | undefined, delta: Loose): void {
  if (block === undefined) return;
  if (delta['type'] === 'text_delta') block['text'] += delta['text'];
  if (delta['type'] === 'thinking_delta') block['thinking'] += delta['thinking'];
  if (delta['type'] === 'signature_delta') block['signature'] = delta['signature'];
  if (delta['type'] === 'input_json_delta') block['json'] += delta['partial_json'];
  if (delta['type'] === 'compaction_delta') block['content'] = delta['content'];
  if (delta['type'] === 'citations_delta') (block['citations'] ??= []).push(delta['citation']);
}

function ended({ json, ...block }: Loose): Loose {
  return json === '' ? block : { ...block, input: JSON.parse(json) };
}
