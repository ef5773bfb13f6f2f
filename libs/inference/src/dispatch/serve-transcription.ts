import { HEADER } from '@tollgate/contract/headers';
import type { TranscriptionFormat } from '@tollgate/contract/transcription';
import type { MappedTranscript } from '@tollgate/providers/adapter/transcription-wire';
import type { Exchange } from '../call.ts';
import type { Consumption } from '../money/bill.ts';
import type { TranscriptionPlan } from '../transcription/plan-transcription.ts';
import { isPlain, PLAIN_TYPES, plainOf } from '../transcription/subtitles.ts';
import type { Stretch } from '../transcription/subtitles.ts';
import { serveDocument, writing } from './serve-document.ts';
import type { DocumentReply } from './serve-document.ts';
import { serveTranscriptStream } from './serve-transcript-stream.ts';
import type { ServeDeps, Served } from './served.ts';
import { consumptionOfTranscript, countedOf, toTranscriptionUsage } from './transcription-usage.ts';

/**
 * Steps 8 and 9 for transcriptions, as a document, see {@link serveDocument}, or as a stream.
 * @throws ProviderError when the provider failed; nothing was delivered then
 */
export async function serveTranscription(
  deps: ServeDeps,
  plan: TranscriptionPlan,
  given: Exchange & { keep: boolean },
): Promise<Served> {
  if (plan.call.isStream) return serveTranscriptStream(deps, plan, given);
  return serveDocument(deps, plan, {
    ...given,
    isSeen: false,
    isPlain: isPlain(plan.format),
    left: countedOf(plan, ''),
    async ask(signal) {
      const { transcript, timing } = await deps.providers.transcribe(plan, signal);
      const { text } = transcript.document;
      const used = consumptionOfTranscript(plan, transcript, { text, isPartial: false });
      const write = writingTranscript(plan, transcript, used);
      return { timing, used, write, model: transcript.model };
    },
  });
}

function writingTranscript(
  plan: TranscriptionPlan,
  { document }: MappedTranscript,
  { usage: used }: Consumption,
): DocumentReply['write'] {
  const { format } = plan;
  if (isPlain(format)) {
    const stretches = (document['segments'] ?? []) as Stretch[];
    const body = Buffer.from(plainOf(format, document.text, stretches));
    const { finish_reason: finish } = document;
    const typed = {
      'content-type': PLAIN_TYPES[format],
      ...(typeof finish === 'string' ? { [HEADER.finishReason]: finish } : {}),
    };
    return ({ headers }) => ({ status: 200, headers: { ...headers, ...typed }, body });
  }
  const members = new Set(MEMBERS[format]);
  const shown = Object.entries(document).filter(([name]) => members.has(name));
  return writing({ ...Object.fromEntries(shown), usage: toTranscriptionUsage(plan, used, {}) });
}

/** Members of a document beside its usage, by what was asked for. */
const MEMBERS: Readonly<
  Record<Exclude<TranscriptionFormat, 'text' | 'srt' | 'vtt'>, readonly string[]>
> = {
  json: ['text', 'logprobs', 'finish_reason'],
  verbose_json: ['task', 'language', 'duration', 'text', 'segments', 'words'],
  diarized_json: ['task', 'duration', 'text', 'segments'],
};
