import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import got from 'got';
import type { Demo } from './demo.ts';
import { setUpFamily } from './family-set-up.ts';
import { anS3Server } from './s3-server.ts';
import type { S3Server } from './s3-server.ts';

/** The fewest records of a job, by the quota that accounts have. */
export const RECORDS_MIN = 100;

/** A bucket in which batches of Bedrock lie. */
export interface BedrockStore {
  /** The keys of the files in it. */
  keys(): Promise<string[]>;
  drop(): Promise<void>;
}

/**
 * Sets Bedrock up with a bucket on a real server of S3, which its batches find through the address
 * of the fake provider.
 */
export async function aBedrockStore(demo: Demo, models: readonly string[]): Promise<BedrockStore> {
  const store = await anS3Server();
  try {
    await setUp(demo, { store, models });
  } catch (error) {
    await store.drop();
    throw error;
  }
  return {
    async keys() {
      const { bucket: Bucket, client } = store;
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
      return Contents.map(({ Key = '' }) => Key);
    },
    drop: () => store.drop(),
  };
}

async function setUp(
  demo: Demo,
  { store, models }: { store: S3Server; models: readonly string[] },
): Promise<void> {
  const { endpoint, bucket, credentials } = store;
  const { accessKeyId: access_key_id, secretAccessKey: secret_access_key } = credentials;
  const keys = { access_key_id, secret_access_key };
  const url = demo.stack.urls['provider'] ?? '';
  await got.post(`${url}/__store`, { json: { endpoint, bucket, ...keys } });
  const batch_s3_uri = `s3://${bucket}/batches`;
  const batch_role_arn = 'arn:aws:iam::123456789012:role/batches';
  const locations = { s3_endpoint: url, batch_s3_uri, batch_role_arn };
  const credential = { region: 'us-east-1', ...keys, ...locations };
  await setUpFamily(demo, { family: 'bedrock', credential, path: '', models });
}
