import { counter } from './metrics.ts';

const exported = counter({
  name: 'trace_spans_total',
  help: 'Spans that were handed to the collector, by whether it took them.',
  labels: ['outcome'],
  words: { outcome: ['taken', 'refused'] },
});

/** Counts spans that were handed to the collector. */
export function countSpans(outcome: 'taken' | 'refused', spans: number): void {
  exported.add([outcome], spans);
}
