import type { Cut, Loose, Shapes, WireEvent } from './shape.ts';

const EVENTS = ['added', 'deltas', 'done', 'listed'] as const;
type EventName = (typeof EVENTS)[number];

/** Every set of events with which a whole item is told. */
const MANNERS = Array.from({ length: 2 ** EVENTS.length }, (_none, bits) =>
  EVENTS.filter((_event, at) => (bits & (2 ** at)) > 0),
).filter((reported) => reported.includes('done') || reported.includes('listed'));

/** Events of responses. */
export const responses: Shapes = {
  manners: MANNERS.map((reported) => reported.join(' ')),
  streamOf(reply, manner, cut) {
    const reported = new Set(manner.split(' ') as EventName[]);
    const output = (reply['output'] ?? []) as Loose[];
    const status = reply['status'] === 'incomplete' ? 'incomplete' : 'completed';
    const opened = { ...reply, status: 'in_progress', output: [], usage: null };
    const ended = { ...reply, output: reported.has('listed') ? output : [] };
    return [
      event('response.created', { response: opened }),
      ...output.flatMap((item, at) => itemEvents(item, at, { reported, cut })),
      event(`response.${status}`, { response: ended }),
    ];
  },
  wholeOf(events) {
    const items: Loose[] = [];
    for (const [, { type, ...data }] of events) {
      if (type === 'error' || type === 'response.failed') return null;
      if (type === 'response.output_item.done') items[data['output_index']] = data['item'];
      if (type !== 'response.completed' && type !== 'response.incomplete') continue;
      const { response } = data as Loose;
      return items.length === 0 ? response : { ...response, output: items.filter(Boolean) };
    }
    return null;
  },
};

function event(type: string, more: Loose): WireEvent {
  return [type, { type, ...more }];
}

function itemEvents(
  item: Loose,
  at: number,
  { reported, cut }: { reported: ReadonlySet<EventName>; cut: Cut },
): WireEvent[] {
  const address = { output_index: at, item_id: item['id'] };
  return [
    ...(reported.has('added')
      ? [event('response.output_item.added', { output_index: at, item: bare(item) })]
      : []),
    ...(reported.has('deltas')
      ? deltasOf(item, cut).map(([type, more]) => event(type, { ...address, ...more }))
      : []),
    ...(reported.has('done')
      ? [event('response.output_item.done', { output_index: at, item })]
      : []),
  ];
}

function bare(item: Loose): Loose {
  if (item['type'] === 'message') return { ...item, content: [] };
  if (item['type'] === 'function_call') return { ...item, arguments: '' };
  if (item['type'] === 'custom_tool_call') return { ...item, input: '' };
  return item['type'] === 'reasoning' ? { ...item, summary: [] } : item;
}

function deltasOf(item: Loose, cut: Cut): [string, Loose][] {
  const pieces = (type: string, text: string, more: Loose = {}): [string, Loose][] =>
    cut(text).map((delta) => [`response.${type}.delta`, { ...more, delta }]);
  const parts = (name: string): Loose[] => item[name] ?? [];
  switch (item['type']) {
    case 'message':
      return parts('content').flatMap((part, content_index) =>
        part['type'] === 'refusal'
          ? pieces('refusal', part['refusal'], { content_index })
          : pieces('output_text', part['text'] ?? '', { content_index }),
      );
    case 'function_call':
      return pieces('function_call_arguments', item['arguments']);
    case 'custom_tool_call':
      return pieces('custom_tool_call_input', item['input']);
    case 'reasoning':
      return [
        ...parts('summary').flatMap((part, summary_index) =>
          pieces('reasoning_summary_text', part['text'], { summary_index }),
        ),
        ...parts('content').flatMap((part, content_index) =>
          pieces('reasoning_text', part['text'], { content_index }),
        ),
      ];
    default:
      return [];
  }
}
