import type { ChatChunkChoice, ChatCompletion, ImageSaid } from '@tollgate/contract/chat';
import { PICTURE_MARK_BYTES, pictureTypeOf } from '@tollgate/contract/picture';
import type { MappedImages } from '@tollgate/providers/adapter/image-wire';
import { countText } from '@tollgate/providers/tokens/count-text';
import type { UsageCounts } from '@tollgate/money/rating';
import {
  answerHeaders,
  chargedHeader,
  chunkMaker,
  costMember,
  costOf,
  toCompletion,
  withCost,
} from './answer.ts';
import type { Exchange, WholeAnswer } from '../call.ts';
import { owedWithoutContent } from './consumption.ts';
import { roomFor } from '../images/image-room.ts';
import type { ImageChatPlan } from '../images/plan-image-chat.ts';
import type { Bill, Consumption } from '../money/bill.ts';
import { settle } from '../money/settle.ts';
import { imagesUsed, settleUnseen } from './image-usage.ts';
import { readOn, toWhole } from './serve-whole.ts';
import type { ServeDeps, Served } from './served.ts';

/**
 * Steps 8 and 9 for a conversation that is answered with images: dispatch, settle, answer. An image
 * is made at once, so that a stream has the whole answer in few chunks; until then it is bridged.
 * @throws ProviderError when the provider failed; nothing was delivered then
 * @throws GatewayError `overloaded` when too many images are being made; nothing was sent then
 */
export async function serveImageChat(
  deps: ServeDeps,
  plan: ImageChatPlan,
  { call, sink, keep }: Exchange & { keep: boolean },
): Promise<Served> {
  const leave = await roomFor(plan, call);
  let isSent = false;
  const { isStream } = plan.answer;
  const headers = answerHeaders(plan, call.requestId);
  sink.expect(headers, isStream ? 'stream' : 'document');
  const drain = deps.drains.watch(readOn(plan, call));
  try {
    const reply = await deps.providers.images(plan, drain.signal);
    const timing = { ...reply.timing, firstTokenMs: performance.now() };
    call.hasAnswer();
    const { images } = reply;
    const consumption = withText(plan, images, imagesUsed(plan, images));
    const createdMs = call.at.getTime();
    const completion = completionOf(plan, images, { usage: consumption.usage, createdMs });
    const bill = await settle(deps, plan, consumption);
    const answer = isStream
      ? streamOf(plan, completion, { headers, bill, createdMs })
      : toWhole({ ...headers, ...chargedHeader(bill) }, withCost(completion, costOf(bill)));
    await deps.beforeSending?.(answer);
    isSent = true;
    if (isStream) {
      const out = sink.openStream(headers, plan.endsAtMs);
      await out.write(answer.body.toString('utf8')).finally(leave);
      out.end();
    } else sink.send(answer, leave);
    const outcome = call.gone.aborted ? 'client_gone' : 'served';
    const { model: answeredBy } = images;
    const ending = { status: 200, outcome, error: null, bill, timing, answeredBy } as const;
    return { failure: null, answer, ending };
  } catch (error) {
    const owed = owedWithoutContent(error, { drain, keep, isSeen: false });
    return await settleUnseen(deps, plan, { call, owed });
  } finally {
    drain.done();
    if (!isSent) leave();
  }
}

/** Words are counted by us where the provider counts nothing that can be. */
function withText(
  { target: { family, endpoint } }: ImageChatPlan,
  { spoken }: MappedImages,
  consumption: Consumption,
): Consumption {
  if (consumption.source === 'provider' || spoken === undefined || spoken.text === '') {
    return consumption;
  }
  const { usual } = countText(spoken.text, family.overhead(endpoint).digits);
  const { usage } = consumption;
  return { ...consumption, usage: { ...usage, output: usual } };
}

function completionOf(
  plan: ImageChatPlan,
  { images, spoken }: MappedImages,
  given: { usage: UsageCounts; createdMs: number },
): ChatCompletion {
  const { text = '', finish = 'stop' } = spoken ?? {};
  const said = images.map(({ base64 }, index): ImageSaid => {
    const marks = Buffer.from(base64.slice(0, PICTURE_MARK_BYTES * 2), 'base64');
    const type = pictureTypeOf(marks.subarray(0, PICTURE_MARK_BYTES)) ?? 'image/png';
    return { type: 'image_url', image_url: { url: `data:${type};base64,${base64}` }, index };
  });
  const message = {
    role: 'assistant' as const,
    content: text === '' ? null : text,
    refusal: null,
    ...(said.length === 0 ? {} : { images: said }),
  };
  const choices = [{ index: 0, message, finish_reason: finish, logprobs: null }];
  return toCompletion(plan, { choices, usage: null }, given);
}

/** The frames of a stream: the text, the images, the end, and what was used. */
function streamOf(
  plan: ImageChatPlan,
  { choices, usage: counted }: ChatCompletion,
  given: { headers: Readonly<Record<string, string>>; bill: Bill; createdMs: number },
): WholeAnswer {
  const { bill, createdMs } = given;
  const makeChunk = chunkMaker(plan, createdMs);
  const [choice] = choices;
  const { message, finish_reason: finish = 'stop' } = choice ?? {};
  const pieces: Pick<ChatChunkChoice, 'delta' | 'finish_reason'>[] = [
    { delta: { role: 'assistant', content: message?.content ?? '' }, finish_reason: null },
    ...(message?.images === undefined
      ? []
      : [{ delta: { images: message.images }, finish_reason: null }]),
    { delta: {}, finish_reason: finish },
  ];
  const { withUsage } = plan.answer;
  const chunks = pieces.map((piece) =>
    withUsage ? makeChunk([{ index: 0, ...piece }], null) : makeChunk([{ index: 0, ...piece }]),
  );
  const used = { ...counted, ...costMember(costOf(bill)) };
  const frames = [...chunks, ...(withUsage ? [makeChunk([], used)] : [])].map(
    (chunk) => `data: ${JSON.stringify(chunk)}\n\n`,
  );
  const headers = { ...given.headers, 'content-type': 'text/event-stream' };
  return { status: 200, headers, body: Buffer.from([...frames, 'data: [DONE]\n\n'].join('')) };
}
