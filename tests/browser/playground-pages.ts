import { aWav } from '../support/a-wav.ts';
import { GOOGLE, OPENAI, RANKS, setUpFamily } from '../support/family-set-up.ts';
import { aPdf } from '../support/pdf.ts';
import { heading } from './console.ts';
import type { ConsoleUnderTest } from './console.ts';

const PAGE_MS = 120_000;
const CHAT = 'openai/gpt-4o-mini';
const EMBEDDINGS = 'google/gemini-embedding-001';
const IMAGE = 'openai/gpt-image-1-mini';
const HEARING = 'openai/whisper-1';
const RANKING = 'ranks/bge-reranker-v2-m3';
const SPEECH = 'openai/tts-1';
const VERDICT = 'openai/omni-moderation-latest';
const VIDEO = 'google/veo-3.1-generate-preview';

/** The playground with documents, and with models that do not chat. */
export function playgroundPages(at: () => ConsoleUnderTest): void {
  /** Comes from the page of the model to its form. */
  const comeTo = async (model: string): Promise<void> => {
    const { page, base } = at();
    await page.goto(`${base}/models?id=${encodeURIComponent(model)}`);
    await page.getByRole('link', { name: 'Try it' }).click();
    await heading(page, 'Playground');
    expect(await page.getByLabel('Model', { exact: true }).inputValue()).toBe(model);
  };
  /** Sends the text to the model. */
  const tryOut = async (model: string, label: string, text: string): Promise<void> => {
    await comeTo(model);
    const { page } = at();
    await page.getByLabel(label).fill(text);
    await page.getByRole('button', { name: 'Send' }).click();
  };
  const spent = (): Promise<void> => at().page.getByText('Spent:').waitFor();

  test(
    'a model reads a document that goes with the message',
    async () => {
      const { page, demo, base } = at();
      const models = [CHAT, IMAGE, SPEECH, HEARING, VERDICT];
      await setUpFamily(demo, { ...OPENAI, models });
      await setUpFamily(demo, { ...GOOGLE, models: [EMBEDDINGS, VIDEO] });
      await setUpFamily(demo, { ...RANKS, models: [RANKING] });
      await page.goto(`${base}/playground?id=${encodeURIComponent(CHAT)}`);
      // The tab keeps what was said in it before.
      await page.evaluate('sessionStorage.clear()');
      await page.reload();
      await page.getByLabel('Message').fill('What does it say?');
      const document = { name: 'x.pdf', mimeType: 'application/pdf', buffer: aPdf() };
      await page.getByLabel('Documents').setInputFiles([document]);
      await page.getByRole('button', { name: 'Show as code' }).click();
      await page.getByText('data:application/pdf;base64,…').waitFor();
      await page.getByRole('button', { name: 'Send' }).click();
      await spent();
      await page.getByText('What does it say? [file]').waitFor();
      await at().look('playground-document');
      await page.getByRole('button', { name: 'New chat' }).click();
    },
    PAGE_MS,
  );

  test(
    'a text becomes a vector, and the call is shown as code',
    async () => {
      await tryOut(EMBEDDINGS, 'Text', 'A calm sea.');
      const { page } = at();
      await page.getByText('A vector of 3,072 numbers').waitFor();
      await spent();
      await page.getByLabel('dimensions').fill('256');
      await page.getByRole('button', { name: 'Show as code' }).click();
      await page.getByText('/v1/embeddings').waitFor();
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByText('A vector of 256 numbers').waitFor();
      await at().look('playground-embeddings');
    },
    PAGE_MS,
  );

  test(
    'an image is drawn, a text read aloud and another judged',
    async () => {
      const { page } = at();
      await tryOut(IMAGE, 'What the image shows', 'A red fox.');
      const picture = page.getByRole('img', { name: 'Image 1' });
      await picture.waitFor();
      const width = (image: unknown): number => (image as { naturalWidth: number }).naturalWidth;
      expect(await picture.evaluate(width)).toBeGreaterThan(0);
      await spent();
      await at().look('playground-image');
      await tryOut(SPEECH, 'Text to read aloud', 'Good morning.');
      await page.locator('audio[src^="blob:"]').waitFor();
      await spent();
      await tryOut(VERDICT, 'Text to judge', 'Good morning.');
      await page.getByText('Nothing was flagged.').waitFor();
      await spent();
    },
    PAGE_MS,
  );

  test(
    'a recording is written down, and documents put in order',
    async () => {
      const { page } = at();
      await comeTo(HEARING);
      const file = { name: "it's.wav", mimeType: 'audio/wav', buffer: aWav(2) };
      await page.getByLabel('Audio file').setInputFiles([file]);
      await page.getByLabel('language').fill('en');
      await page.getByRole('button', { name: 'Show as code' }).click();
      await page.getByText("-F 'file=@it'\\''s.wav'").waitFor();
      await page.getByRole('button', { name: 'Send' }).click();
      await spent();
      await at().look('playground-transcription');
      await comeTo(RANKING);
      await page.getByLabel('What the documents are ordered by').fill('a fox');
      await page.getByLabel('Documents, one in each line').fill('The sea.\n\nA fox, a fox.');
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByRole('listitem').filter({ hasText: 'A fox, a fox.' }).waitFor();
      expect(
        await page
          .getByRole('listitem')
          .filter({ hasText: /\d\.\d{4}$/u })
          .count(),
      ).toBe(2);
      await spent();
    },
    PAGE_MS,
  );

  test(
    'a video is begun, and its page opened',
    async () => {
      const { page } = at();
      await tryOut(VIDEO, 'What the video shows', 'A calm sea.');
      await page.getByRole('link', { name: 'Open the video' }).click();
      await page.waitForURL(/\/videos\/vid_/u);
      await heading(page, 'Video');
    },
    PAGE_MS,
  );
}
