import { without } from './shape.ts';
import type { Cut, Loose, Shapes, WireEvent } from './shape.ts';

/** Events of ConverseStream. */
export const bedrock: Shapes = {
  manners: ['in pieces', 'blocks at once', 'starts of texts'],
  streamOf(reply, manner, cut) {
    const blocks = reply['output'].message.content as Loose[];
    const reported = blocks.map((block, at) => blockOf(block, at, { manner, cut }));
    if (reported.includes(null)) return null;
    return [
      ['messageStart', { role: 'assistant' }],
      ...reported.flatMap((events) => events ?? []),
      ['messageStop', { stopReason: reply['stopReason'], ...additional(reply) }],
      ['metadata', { usage: reply['usage'], metrics: reply['metrics'] }],
    ];
  },
  wholeOf(events) {
    const blocks: Loose[] = [];
    let end: Loose = {};
    for (const [type, event] of events) {
      if (type?.startsWith('exception')) return null;
      const at = event['contentBlockIndex'];
      if (type === 'contentBlockStart') blocks[at] = { ...event['start'] };
      if (type === 'contentBlockDelta') add((blocks[at] ??= {}), event['delta']);
      if (type === 'messageStop' || type === 'metadata') end = { ...end, ...event };
    }
    if (end['stopReason'] === undefined) return null;
    const content = blocks.filter(Boolean).map(ended);
    return { output: { message: { role: 'assistant', content } }, ...end };
  },
};

function additional({ additionalModelResponseFields: more }: Loose): Loose {
  return more === undefined ? {} : { additionalModelResponseFields: more };
}

function blockOf(
  block: Loose,
  contentBlockIndex: number,
  { manner, cut }: { manner: string; cut: Cut },
): WireEvent[] | null {
  const at = { contentBlockIndex };
  const pieces = (text: string): string[] => (manner === 'blocks at once' ? [text] : cut(text));
  const delta = (body: Loose): WireEvent => ['contentBlockDelta', { ...at, delta: body }];
  const begin = (start: Loose): WireEvent[] => [['contentBlockStart', { ...at, start }]];
  const stop: WireEvent = ['contentBlockStop', at];
  if (typeof block['text'] === 'string') {
    const first = manner === 'starts of texts' ? begin({}) : [];
    return [...first, ...pieces(block['text']).map((text) => delta({ text })), stop];
  }
  if (block['toolUse'] !== undefined) {
    const { input, ...head } = block['toolUse'];
    const given = Object.keys(input ?? {}).length === 0 ? [] : pieces(JSON.stringify(input));
    return [
      ...begin({ toolUse: without(head, ['input']) }),
      ...given.map((text) => delta({ toolUse: { input: text } })),
      stop,
    ];
  }
  const { reasoningText, redactedContent } = block['reasoningContent'] ?? {};
  if (redactedContent !== undefined)
    return [delta({ reasoningContent: { redactedContent } }), stop];
  if (reasoningText === undefined) return null;
  const { text, signature } = reasoningText;
  return [
    ...pieces(text).map((piece) => delta({ reasoningContent: { text: piece } })),
    ...(signature === undefined ? [] : [delta({ reasoningContent: { signature } })]),
    stop,
  ];
}

function add(block: Loose, delta: Loose): void {
  const { text, toolUse, reasoningContent: thought, citation, toolResult } = delta;
  if (citation !== undefined) (block['citations'] ??= []).push(citation);
  if (toolResult !== undefined) block['results'] = [...(block['results'] ?? []), ...toolResult];
  if (text !== undefined) block['text'] = (block['text'] ?? '') + text;
  if (toolUse !== undefined) block['json'] = (block['json'] ?? '') + (toolUse.input ?? '');
  if (thought === undefined) return;
  if (thought.redactedContent !== undefined) {
    block['reasoningContent'] = { redactedContent: thought.redactedContent };
    return;
  }
  const known = ((block['reasoningContent'] ??= { reasoningText: { text: '' } }) as Loose)[
    'reasoningText'
  ];
  known.text += thought.text ?? '';
  if (thought.signature !== undefined) known.signature = thought.signature;
}

function ended({ json, citations, results, ...block }: Loose): Loose {
  if (citations !== undefined) {
    return {
      citationsContent: {
        citations,
        content: block['text'] === undefined ? [] : [{ text: block['text'] }],
      },
    };
  }
  if (block['toolResult'] !== undefined) {
    return { toolResult: { ...block['toolResult'], content: results ?? [] } };
  }
  if (block['toolUse'] === undefined) return block;
  return { toolUse: { ...block['toolUse'], input: json ? JSON.parse(json) : {} } };
}
