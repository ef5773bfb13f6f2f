import { OperatorError } from '@tollgate/db/command';
import { statusOf } from '@tollgate/media/s3-client';

const NO_RIGHT =
  'the key may not do that. Give it s3:ListBucket on the bucket, and s3:GetObject, s3:PutObject, s3:DeleteObject and s3:AbortMultipartUpload on what lies under the prefix.';
const NO_KEY =
  'no key was found. Set BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY, or give the pod or the machine a role.';
const WRONG_REGION = 'the bucket is in another region. Correct BACKUP_S3_REGION.';
const UNREACHED =
  'the server does not answer. Check BACKUP_S3_ENDPOINT and BACKUP_S3_REGION, and firewalls and network policies on the way.';

/** The fault and its remedy, by the name or the code of the error. */
const ADVICE: Readonly<Record<string, string>> = {
  NoSuchBucket: 'there is no such bucket. Make the bucket, or correct its name.',
  InvalidBucketName: 'that is no name of a bucket.',
  AccessDenied: NO_RIGHT,
  Forbidden: NO_RIGHT,
  InvalidAccessKeyId: 'the server does not know the key. Correct BACKUP_S3_ACCESS_KEY_ID.',
  SignatureDoesNotMatch:
    'the secret does not belong to the key. Correct BACKUP_S3_SECRET_ACCESS_KEY.',
  ExpiredToken: 'the key of the role has expired.',
  CredentialsProviderError: NO_KEY,
  PermanentRedirect: WRONG_REGION,
  AuthorizationHeaderMalformed: WRONG_REGION,
  IllegalLocationConstraintException: WRONG_REGION,
  TimeoutError: UNREACHED,
  ECONNREFUSED: UNREACHED,
  EHOSTUNREACH: UNREACHED,
  ETIMEDOUT: UNREACHED,
  ENOTFOUND: 'the name of the server is not known. Correct BACKUP_S3_ENDPOINT or BACKUP_S3_REGION.',
  EAI_AGAIN: 'the name of the server cannot be looked up now.',
  'KMS.NotFoundException': 'there is no such key of encryption. Correct BACKUP_S3_KMS_KEY.',
};

const UNTRUSTED = /CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|ALTNAME/u;
const FORBIDDEN = 403;

/**
 * Runs a step at a bucket.
 * @throws OperatorError with one line for what an operator can put right
 */
export async function reportedOf<Result>(address: string, work: () => Promise<Result>) {
  try {
    return await work();
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    const { name, code = '' } = error as Error & { code?: string };
    const advice =
      ADVICE[code] ??
      ADVICE[name] ??
      (UNTRUSTED.test(code)
        ? `its certificate is not trusted (${code}). Name its authority in NODE_EXTRA_CA_CERTS.`
        : undefined) ??
      (statusOf(error) === FORBIDDEN ? NO_RIGHT : undefined);
    throw new OperatorError(
      `${address} cannot be used: ${advice ?? `${name}: ${(error as Error).message}`}`,
      { cause: error },
    );
  }
}
