import { FetchRefused } from '@tollgate/providers/engine/media-fetcher';
import type { FetchedFile, MediaFetcher } from '@tollgate/providers/engine/media-fetcher';
import { familyById } from '@tollgate/providers/families';
import type { ChatRequest } from '@tollgate/contract/chat';
import { fetchedForAll, fetchedParts } from './gather-media.ts';
import { chatParts } from '../operation.ts';
import type { Target } from '../catalogue/resolve.ts';

const URL = 'https://example.com/a';
const request = (...parts: object[]): ChatRequest =>
  ({ model: 'm', messages: [{ role: 'user', content: parts }] }) as ChatRequest;
const IMAGE = { type: 'image_url', image_url: { url: URL } };
const FILE = { type: 'file', file: { file_data: URL } };

function fetcherOf(file: FetchedFile | FetchRefused, isOn = true): MediaFetcher {
  const fetch = (): Promise<FetchedFile> =>
    file instanceof FetchRefused ? Promise.reject(file) : Promise.resolve(file);
  return {
    isOn,
    assertPublic: () => undefined,
    run: (_, work) => work({ fetch }),
    close: () => undefined,
  };
}
const gather = (asked: ChatRequest, media: MediaFetcher): Promise<ChatRequest> =>
  fetchedParts(media, chatParts, {
    request: asked,
    ownerId: 'o',
    wanted: chatParts.find(asked),
  });

test('what was fetched stands in the place of its address', async () => {
  const png = { type: 'image/png', bytes: Buffer.from('x') };
  const made = await gather(request(IMAGE), fetcherOf(png));
  expect(made.messages[0]?.content).toEqual([
    { type: 'image_url', image_url: { url: 'data:image/png;base64,eA==' } },
  ]);
});

test('a text that was fetched is a text', async () => {
  const text = { type: 'text/plain', bytes: Buffer.from('x') };
  const made = await gather(request(FILE), fetcherOf(text));
  expect(made.messages[0]?.content).toEqual([{ type: 'text', text: '<document>\nx\n</document>' }]);
});

test.each([
  [IMAGE, fetcherOf({ type: 'text/plain', bytes: Buffer.from('x') }), 'holds no picture'],
  [FILE, fetcherOf({ type: 'image/png', bytes: Buffer.from('x') }), 'holds no PDF or text'],
  [IMAGE, fetcherOf(new FetchRefused('the server answered 404')), 'the server answered 404'],
  [IMAGE, fetcherOf({ type: 'image/png', bytes: Buffer.from('x') }, false), 'are not fetched in'],
])('what does not fit is refused by its place', async (part, media, words) => {
  await expect(gather(request({ type: 'text', text: 'x' }, part), media)).rejects.toMatchObject({
    code: 'invalid_request',
    param: 'messages[0].content[1]',
    message: expect.stringContaining(words),
  });
});

test('C43 a hundred addresses are refused before the first of them is fetched', async () => {
  let asked = 0;
  const media: MediaFetcher = {
    ...fetcherOf(new FetchRefused('x')),
    run: () => {
      asked += 1;
      return Promise.reject(new FetchRefused('x'));
    },
  };
  await expect(
    gather(request(...Array.from({ length: 100 }, () => IMAGE)), media),
  ).rejects.toMatchObject({
    code: 'invalid_request',
    param: 'messages[0].content[20]',
    message: expect.stringContaining('a request may name 20 addresses at most') as string,
  });
  expect(asked).toBe(0);
});

test('too much at one time is told as such', async () => {
  const busy: MediaFetcher = {
    ...fetcherOf(new FetchRefused('x')),
    run: () => Promise.reject(new FetchRefused('too many', { busy: true })),
  };
  await expect(gather(request(IMAGE), busy)).rejects.toMatchObject({ code: 'overloaded' });
});

test.each([
  ['anthropic', 'claude-sonnet-4-5', true, true],
  ['openai', 'gpt-4o', true, false],
  ['openai', 'gpt-5.2-codex', true, true],
  ['openai-compatible', 'm', false, false],
  ['google', 'gemini-2.5-flash', false, false],
  ['bedrock', 'us.anthropic.claude-sonnet-4-5-20250929-v1:0', false, false],
])('the provider of %s %s fetches pictures %s and documents %s', (id, model, image, document) => {
  const family = familyById(id);
  const endpoint = { family: id, provider: id, upstreamModel: model, baseUrl: '' };
  const targets = [{ family, endpoint } as Pick<Target, 'family' | 'endpoint'>];
  expect([fetchedForAll(targets, 'image'), fetchedForAll(targets, 'document')]).toEqual([
    image,
    document,
  ]);
});
