import { without } from './shape.ts';
import type { Cut, Loose, Shapes } from './shape.ts';

/** Events of Gemini, each a reply of its own. */
export const google: Shapes = {
  manners: ['in pieces', 'part by part', 'at once', 'finish alone', 'usage in each event'],
  streamOf(reply, manner, cut) {
    const candidates = (reply['candidates'] ?? []) as Loose[];
    const [candidate] = candidates;
    if (candidate === undefined || candidates.length > 1) return null;
    const top = without(reply, ['candidates', 'usageMetadata']);
    const usage =
      reply['usageMetadata'] === undefined ? {} : { usageMetadata: reply['usageMetadata'] };
    const rest = without(candidate, ['content', 'finishReason']);
    const parts = (candidate['content']?.parts ?? []) as Loose[];
    const content = (list: Loose[]): Loose => ({ content: { role: 'model', parts: list } });
    const pieces =
      manner === 'at once'
        ? [parts]
        : parts.flatMap((part) => (manner === 'part by part' ? [[part]] : piecesOf(part, cut)));
    const each = manner === 'usage in each event' ? usage : {};
    const index = candidate['index'] === undefined ? {} : { index: candidate['index'] };
    const end = { ...rest, finishReason: candidate['finishReason'] };
    const isAlone = manner === 'finish alone' || pieces.length === 0;
    const shown = isAlone ? pieces : pieces.slice(0, -1);
    const last = isAlone ? end : { ...content(pieces.at(-1) ?? []), ...end };
    return [
      ...shown.map((list) => ({ ...top, candidates: [{ ...index, ...content(list) }], ...each })),
      { ...top, candidates: [last], ...usage },
    ].map((data) => [null, data] as const);
  },
  wholeOf(events) {
    let top: Loose = {};
    let candidate: Loose = {};
    const parts: Loose[] = [];
    for (const [, reply] of events) {
      if (reply['error'] || (reply['candidates']?.length ?? 0) > 1) return null;
      top = { ...top, ...without(reply, ['candidates']) };
      const [one] = (reply['candidates'] ?? []) as Loose[];
      if (one === undefined) continue;
      candidate = { ...candidate, ...without(one, ['content']) };
      parts.push(...((one['content']?.parts ?? []) as Loose[]));
    }
    if (candidate['finishReason'] === undefined) return null;
    if (
      parts.some((part) => part['functionCall']?.willContinue || part['functionCall']?.partialArgs)
    )
      return null;
    return { ...top, candidates: [{ ...candidate, content: { role: 'model', parts } }] };
  },
};

function piecesOf(part: Loose, cut: Cut): Loose[][] {
  if (typeof part['text'] !== 'string') return [[part]];
  const texts = cut(part['text']);
  const { thoughtSignature: signature, ...rest } = part;
  return texts.map((text, at) => {
    const isLast = at === texts.length - 1 && signature !== undefined;
    return [{ ...rest, text, ...(isLast ? { thoughtSignature: signature } : {}) }];
  });
}
