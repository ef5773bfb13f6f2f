import type {
  MappedTranscript,
  TranscriptPiece,
} from '@tollgate/providers/adapter/transcription-wire';
import type { Exchange } from '../call.ts';
import type { Bill } from '../money/bill.ts';
import type { TranscriptionPlan } from '../transcription/plan-transcription.ts';
import { costMember, costOf } from './answer.ts';
import { serveEvents } from './serve-events.ts';
import type { ServeDeps, Served } from './served.ts';
import { consumptionOfTranscript, countedOf, toTranscriptionUsage } from './transcription-usage.ts';

/**
 * Steps 8 and 9 for a transcript that is sent while it comes, see {@link serveEvents}.
 * @throws ProviderError when the provider failed before any text came
 */
export async function serveTranscriptStream(
  deps: ServeDeps,
  plan: TranscriptionPlan,
  exchange: Exchange & { keep: boolean },
): Promise<Served> {
  /** The text that came, whether or not the caller was there. */
  let heard = '';
  let transcript: MappedTranscript | null = null;
  const whole = (): MappedTranscript['document'] => transcript?.document ?? { text: heard };
  return serveEvents<TranscriptPiece>(deps, plan, {
    ...exchange,
    open: (signal) => deps.providers.transcribeStream(plan, signal),
    take(piece) {
      if (piece.kind === 'done') {
        ({ transcript } = piece);
        return null;
      }
      heard += piece.text;
      return frameOf(piece.event);
    },
    used: (isPartial) =>
      consumptionOfTranscript(plan, transcript, { text: whole().text, isPartial }),
    tail(bill: Bill) {
      const { text, logprobs, finish_reason: finish } = whole();
      const usage = toTranscriptionUsage(plan, bill.usage, costMember(costOf(bill)));
      const more = {
        ...(logprobs === undefined ? {} : { logprobs }),
        ...(finish === undefined ? {} : { finish_reason: finish }),
      };
      return frameOf({ type: 'transcript.text.done', text, ...more, usage });
    },
    left: countedOf(plan, ''),
  });
}

function frameOf(event: object): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}
