import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Recording } from '../providers/recordings.ts';
import { playRecording } from '../providers/traffic/replay-server.ts';

/** A provider of every wire that answers with what was recorded, one reply after another. */
export interface RecordedProvider {
  /** `http://host:port`, the root of every base URL. */
  origin: string;
  /** `host:port`, for the list of allowed upstreams. */
  address: string;
  /** What the calls from now on are answered with. */
  answerWith(recording: Recording): void;
  stop(): Promise<void>;
}

/**
 * Starts the provider on a free port; its lists of models, in the shape of each wire, hold these
 * names.
 */
export async function startRecordedProvider(
  models: readonly string[],
  random: () => number,
): Promise<RecordedProvider> {
  let current: Recording | null = null;
  const lists = JSON.stringify(listsOf(models));
  const server = createServer((request, response) => {
    request.resume();
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'application/json' }).end(lists);
      return;
    }
    if (current === null) response.writeHead(410).end();
    else playRecording(response, current, random).catch((error: Error) => response.destroy(error));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin: `http://${address}`,
    address,
    answerWith: (recording) => {
      current = recording;
    },
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** One document with the list of every wire under the name that the wire gives it. */
function listsOf(models: readonly string[]): object {
  return {
    data: models.map((id) => ({ id })),
    models: models.map((model) => ({
      model,
      name: `models/${model}`,
      supportedGenerationMethods: ['generateContent'],
    })),
    modelSummaries: models.map((modelId) => ({
      modelId,
      inferenceTypesSupported: ['ON_DEMAND'],
    })),
    inferenceProfileSummaries: [],
  };
}
