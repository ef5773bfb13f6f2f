import { merged, without } from './shape.ts';
import type { Loose, Shapes } from './shape.ts';

/** Lines of Ollama's own wire. */
export const ollama: Shapes = {
  manners: ['in pieces', 'all in the last line', 'calls in the last line'],
  streamOf(reply, manner, cut) {
    const { message } = reply;
    const top = { model: reply['model'], created_at: reply['created_at'] };
    const line = (more: Loose): Loose => ({
      ...top,
      message: { role: 'assistant', content: '', ...more },
      done: false,
    });
    const end = without(reply, ['message', 'model', 'created_at']);
    if (manner === 'all in the last line') return [[null, { ...top, message, ...end }]];
    const calls = message.tool_calls === undefined ? [] : [{ tool_calls: message.tool_calls }];
    const isLast = manner === 'calls in the last line';
    const texts = ['thinking', 'content'].flatMap((name) =>
      cut(message[name] ?? '').map((text) => ({ [name]: text })),
    );
    const rest = without(message, ['role', 'content', 'thinking', 'tool_calls']);
    const last = { role: 'assistant', content: '', ...rest, ...(isLast ? calls[0] : {}) };
    return [
      ...[...texts, ...(isLast ? [] : calls)].map((more) => line(more)),
      { ...top, message: last, ...end },
    ].map((data) => [null, data] as const);
  },
  wholeOf(events) {
    let message: Loose = {};
    let top: Loose = {};
    for (const [, line] of events) {
      if (line['error']) return null;
      message = merged(message, without(line['message'] ?? {}, ['role']));
      // Ids of calls are made of the time of their line, where there are none.
      const hadCalls = (message['tool_calls'] ?? []).length > 0 && !line['message']?.tool_calls;
      top = { ...top, ...without(line, ['message', ...(hadCalls ? ['created_at'] : [])]) };
    }
    return top['done'] === true ? { ...top, message: { role: 'assistant', ...message } } : null;
  },
};
