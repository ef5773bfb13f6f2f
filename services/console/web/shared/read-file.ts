import { failureOf } from './api/failure.ts';

/** The parts of an answer as they arrive. @throws Failure for anything but a success */
export async function* partsOf(
  asked: Promise<Response>,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const response = await asked;
  if (!response.ok || response.body === null) {
    throw failureOf(response, await response.json().catch(() => undefined));
  }
  const reader = response.body.getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    yield value;
  }
}
