/** Batch inference of the official client, and of ours, against the fake provider. */
import {
  BedrockClient,
  ConflictException,
  CreateModelInvocationJobCommand,
  GetModelInvocationJobCommand,
  ListModelInvocationJobsCommand,
  ResourceNotFoundException,
  StopModelInvocationJobCommand,
  ValidationException,
} from '@aws-sdk/client-bedrock';
import type { CreateModelInvocationJobCommandInput } from '@aws-sdk/client-bedrock';
import { HeadObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import type { BatchJob } from '@tollgate/providers/adapter/batch-wire';
import { bedrock } from '@tollgate/providers/bedrock/index';
import { parseAllowedUpstreams } from '@tollgate/providers/engine/address-guard';
import { createProviderCaller } from '@tollgate/providers/engine/provider-caller';
import type { ProviderCall, ProviderCaller } from '@tollgate/providers/engine/provider-caller';
import got from 'got';
import { anS3Server, hasGo } from '../../support/s3-server.ts';
import type { S3Server } from '../../support/s3-server.ts';
import { startFakeProvider, type FakeProvider } from '../server.ts';

const LIMITS = { firstByteMs: 5_000, idleMs: 5_000, totalMs: 20_000 };
const NOVA = 'amazon.nova-lite-v1:0';
const ROLE = 'arn:aws:iam::123456789012:role/service/batches';
const CONVERSE = `/model/${encodeURIComponent(NOVA)}/converse`;
const COUNT = 100;
const whenThere = hasGo ? describe : describe.skip;

let provider: FakeProvider;
let store: S3Server;
let client: BedrockClient;
let caller: ProviderCaller;
beforeAll(async () => {
  if (!hasGo) return;
  provider = await startFakeProvider();
  store = await anS3Server();
  const { accessKeyId, secretAccessKey } = store.credentials;
  const keys = { access_key_id: accessKeyId, secret_access_key: secretAccessKey };
  const { endpoint, bucket } = store;
  await got.post(`${provider.url}/__store`, { json: { endpoint, bucket, ...keys } });
  client = new BedrockClient({
    region: 'us-east-1',
    endpoint: provider.url,
    credentials: store.credentials,
    maxAttempts: 1,
    requestHandler: new NodeHttpHandler(),
  });
  caller = createProviderCaller({ allowed: parseAllowedUpstreams(`127.0.0.1:${provider.port}`) });
});
afterAll(async () => {
  client?.destroy();
  caller?.close();
  await provider?.stop();
  await store?.drop();
});

const callTo = (change: Record<string, string> = {}): ProviderCall => ({
  family: bedrock,
  endpoint: { family: 'bedrock', provider: 'bedrock', upstreamModel: NOVA, baseUrl: provider.url },
  credential: {
    region: 'us-east-1',
    access_key_id: store.credentials.accessKeyId,
    secret_access_key: store.credentials.secretAccessKey,
    batch_s3_uri: `s3://${store.bucket}/of/batches`,
    batch_role_arn: ROLE,
    s3_endpoint: provider.url,
    ...change,
  },
  limits: LIMITS,
  signal: AbortSignal.timeout(LIMITS.totalMs),
});

const converse = (text: string): object => ({
  messages: [{ role: 'user', content: [{ text }] }],
  inferenceConfig: { maxTokens: 100 },
});

function jobWith(texts: readonly string[], count = COUNT): BatchJob {
  const { batches } = bedrock;
  if (batches === undefined) throw new TypeError('there is no batch interface');
  const lines = Array.from({ length: count }, (_, at) =>
    batches.lineOf({ id: `line-${at}`, path: CONVERSE, body: converse(texts[at] ?? `Say ${at}`) }),
  );
  return { token: crypto.randomUUID(), path: CONVERSE, lines };
}

async function begun(job: BatchJob): Promise<{ file: string; name: string }> {
  const file = await caller.uploadBatch(callTo(), job);
  return { file, name: await caller.beginBatch(callTo(), { job, file }) };
}

async function ended({ file, name }: { file: string; name: string }) {
  for (let looks = 0; looks < 10; looks += 1) {
    const look = await caller.lookAtBatch(callTo(), { job: name, file });
    if (look.state.kind !== 'working') return look;
  }
  throw new Error('the job does not end');
}

async function resultsOf(files: readonly string[]): Promise<Record<string, unknown>[]> {
  const pieces: Uint8Array[] = [];
  for (const path of files) {
    for await (const piece of caller.readBatchFile(callTo(), path)) pieces.push(piece);
  }
  const text = Buffer.concat(pieces).toString('utf8').trimEnd();
  return text.split('\n').map((line) => JSON.parse(line) as Record<string, unknown>);
}

async function keysIn(): Promise<(string | undefined)[]> {
  const { bucket: Bucket } = store;
  const { Contents = [] } = await store.client.send(new ListObjectsV2Command({ Bucket }));
  return Contents.map(({ Key }) => Key);
}

whenThere('batch inference', () => {
  it('of the official client: a job, its states, its entry in the list, and its end', async () => {
    const file = await caller.uploadBatch(callTo(), jobWith([]));
    const asked: CreateModelInvocationJobCommandInput = {
      jobName: 'by-hand',
      roleArn: ROLE,
      clientRequestToken: crypto.randomUUID(),
      modelId: NOVA,
      modelInvocationType: 'Converse',
      inputDataConfig: { s3InputDataConfig: { s3Uri: file } },
      outputDataConfig: { s3OutputDataConfig: { s3Uri: `s3://${store.bucket}/by/hand/` } },
    };
    const { jobArn } = await client.send(new CreateModelInvocationJobCommand(asked));
    const again = await client.send(new CreateModelInvocationJobCommand(asked));
    expect(again.jobArn).toBe(jobArn);
    const other = { ...asked, jobName: 'another' };
    await expect(client.send(new CreateModelInvocationJobCommand(other))).rejects.toThrow(
      ConflictException,
    );
    const state = new GetModelInvocationJobCommand({ jobIdentifier: jobArn });
    expect((await client.send(state)).status).toBe('InProgress');
    const job = await client.send(state);
    expect(job).toMatchObject({ status: 'Completed', successRecordCount: COUNT });
    const since = new Date(Date.now() - 60_000);
    const listing = new ListModelInvocationJobsCommand({ submitTimeAfter: since, maxResults: 1 });
    const { invocationJobSummaries: [first] = [] } = await client.send(listing);
    expect(first).toMatchObject({ jobArn, jobName: 'by-hand', submitTime: expect.any(Date) });
    const stop = new StopModelInvocationJobCommand({ jobIdentifier: jobArn });
    await expect(client.send(stop)).rejects.toThrow(ConflictException);
    const unknown = new GetModelInvocationJobCommand({ jobIdentifier: 'abcdefabcdef' });
    await expect(client.send(unknown)).rejects.toThrow(ResourceNotFoundException);
  });

  it('refuses what the service refuses', async () => {
    const file = await caller.uploadBatch(callTo(), jobWith([]));
    const asked = {
      jobName: 'fit',
      roleArn: ROLE,
      modelId: NOVA,
      inputDataConfig: { s3InputDataConfig: { s3Uri: file } },
      outputDataConfig: { s3OutputDataConfig: { s3Uri: 's3://the-bucket/out' } },
    };
    const unfit = [
      { jobName: 'has blanks' },
      { roleArn: 'arn:aws:iam::1:role/short' },
      { timeoutDurationInHours: 23 },
      { timeoutDurationInHours: 169 },
      { modelInvocationType: 'Chat' as 'Converse' },
      { inputDataConfig: { s3InputDataConfig: { s3Uri: 'https://not.s3/file.jsonl' } } },
    ];
    for (const change of unfit) {
      const command = new CreateModelInvocationJobCommand({ ...asked, ...change });
      await expect(client.send(command)).rejects.toThrow(ValidationException);
    }
  });

  it('of ours: records, results under their ids, and nothing left in the bucket', async () => {
    const names = await begun(jobWith(['Hello', '[[provider: status=400]] Say no']));
    const { state, leftovers } = await ended(names);
    if (state.kind !== 'ended') throw new Error(state.kind);
    const read = (await resultsOf(state.files)).map((line) => bedrock.batches?.resultIn(line));
    expect(read.filter((one) => one?.kind === 'answered')).toHaveLength(COUNT - 1);
    expect(read.find((one) => one?.id === 'line-1')).toMatchObject({ kind: 'failed', status: 400 });
    const ours = leftovers.map((path) => path.slice(`s3://${store.bucket}/`.length));
    expect(await keysIn()).toEqual(expect.arrayContaining(ours));
    for (const path of leftovers) await caller.deleteBatchPart(callTo(), path);
    // What is gone is deleted without an error.
    for (const path of leftovers) await caller.deleteBatchPart(callTo(), path);
    expect((await keysIn()).filter((key) => ours.includes(key ?? ''))).toEqual([]);
  });

  it('finds a job by its token, and begins it once', async () => {
    const job = jobWith([]);
    const { file, name } = await begun(job);
    expect(await caller.beginBatch(callTo(), { job, file })).toBe(name);
    const listed = await caller.listBatches(callTo(), new Date(Date.now() - 60_000));
    expect(listed.filter(({ token }) => token === job.token).map((one) => one.job)).toEqual([name]);
  });

  it('a job of fewer records than the quota fails, and one that is stopped has some results', async () => {
    const few = await ended(await begun(jobWith([], COUNT - 1)));
    expect(few.state).toMatchObject({ kind: 'refused', detail: expect.stringContaining('99') });
    const early = await begun(jobWith([]));
    await caller.cancelBatch(callTo(), early.name);
    const none = await ended(early);
    expect(none.state).toMatchObject({ kind: 'ended', mayLack: true });
    await expect(
      resultsOf(none.state.kind === 'ended' ? none.state.files : []),
    ).rejects.toMatchObject({ failure: { status: 404 } });
    const late = await begun(jobWith(['[batch: polls=50] Say one']));
    await caller.lookAtBatch(callTo(), { job: late.name, file: late.file });
    await caller.cancelBatch(callTo(), late.name);
    const { state } = await ended(late);
    if (state.kind !== 'ended') throw new Error(state.kind);
    expect(await resultsOf(state.files)).toHaveLength(COUNT / 2);
    await expect(caller.cancelBatch(callTo(), late.name)).rejects.toMatchObject({
      failure: { kind: 'rejected' },
    });
  });

  it('S3 refuses another secret, and files of others stay', async () => {
    const { bucket: Bucket } = store;
    const Key = 'of/batches/somebody-else.txt';
    await store.client.send(new PutObjectCommand({ Bucket, Key, Body: 'theirs' }));
    const job = jobWith([]);
    const wrong = callTo({ secret_access_key: 'another-secret-of-the-test' });
    await expect(caller.uploadBatch(wrong, job)).rejects.toMatchObject({
      failure: { kind: 'credential', status: 403 },
    });
    const { leftovers } = await ended(await begun(job));
    for (const path of leftovers) await caller.deleteBatchPart(callTo(), path);
    expect((await store.client.send(new HeadObjectCommand({ Bucket, Key }))).ContentLength).toBe(6);
  });
});
