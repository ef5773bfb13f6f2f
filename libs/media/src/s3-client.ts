import { S3Client, S3ServiceException } from '@aws-sdk/client-s3';

/** A bucket, and how it is reached. */
export interface S3Location {
  bucket: string;
  region: string;
  /** The address of a server that is not AWS. Empty: AWS in that region. */
  endpoint: string;
  /** A prefix of the names of files, so that several installations can share a bucket. */
  prefix: string;
  /** Null: as the SDK finds them (role of the pod, of the machine, environment). */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
}

const CONNECT_MS = 5_000;
/**
 * From the first byte of a request to the head of its answer: a part has to go through in that
 * time.
 */
const ANSWER_MS = 60_000;
const TRIES = 3;

/** A client of S3, or of a server that speaks its interface. */
export function createS3Client({ region, endpoint, credentials }: S3Location): S3Client {
  // Readers of videos are bounded elsewhere, and one of them must not wait for another.
  const agent = { keepAlive: true, maxSockets: Infinity };
  return new S3Client({
    region,
    ...(endpoint === '' ? {} : { endpoint, forcePathStyle: true }),
    ...(credentials === null ? {} : { credentials }),
    maxAttempts: TRIES,
    // Many servers that are not AWS know no checksums in trailers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: ANSWER_MS,
      throwOnRequestTimeout: true,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
}

/** The status of an answer that is an error; undefined for what is none. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
}
