import { Type } from 'typebox';

/** The variables of the commands of backups and of the archive of records and the ledger. */
const backupVariables = {
  BACKUP_IN: Type.String({
    default: '',
    description:
      'folder or `s3://bucket/prefix` that holds the backups; each run makes one under the name of its moment',
  }),
  BACKUP_KEEP: Type.Integer({
    default: 14,
    minimum: 1,
    maximum: 10_000,
    description: 'newest whole backups in BACKUP_IN that are never removed',
  }),
  BACKUP_KEEP_DAYS: Type.Integer({
    default: 14,
    minimum: 0,
    maximum: 36_500,
    description:
      'days for which a backup in BACKUP_IN is not removed either, however many there are',
  }),
  BACKUP_S3_REGION: Type.String({
    default: 'us-east-1',
    pattern: '^[a-z0-9-]{1,64}$',
    description: 'region of the bucket',
  }),
  BACKUP_S3_ENDPOINT: Type.String({
    default: '',
    pattern: '^(https?://[^\\s@?#]+)?$',
    description: 'address of a server of buckets that is not AWS',
  }),
  BACKUP_S3_ACCESS_KEY_ID: Type.String({
    default: '',
    description:
      'key of the bucket; empty: the role of the pod or the machine, as the SDK of AWS finds one',
  }),
  BACKUP_S3_SECRET_ACCESS_KEY: Type.String({
    default: '',
    secret: 'phrase',
    description: 'secret of that key',
  }),
  BACKUP_S3_ENCRYPTION: Type.String({
    default: '',
    pattern: '^(AES256|aws:kms)?$',
    description:
      'what the server encrypts the files with, `AES256` or `aws:kms`; empty: what the bucket says',
  }),
  BACKUP_S3_KMS_KEY: Type.String({
    default: '',
    description: 'key of `aws:kms`; empty: the key of the account',
  }),
  RECORDS_ARCHIVE_IN: Type.String({
    default: '',
    description:
      'folder or `s3://bucket/prefix` that days of request records go to as Parquet, reached as the backups are; empty: none are archived',
  }),
  RECORDS_ARCHIVE_AFTER_DAYS: Type.Integer({
    default: 90,
    minimum: 30,
    maximum: 36_500,
    description:
      'age at which a day of request records goes to the archive and leaves the database, in days',
  }),
  RECORDS_ARCHIVE_VERIFY_DAYS: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 36_500,
    description:
      'how many archived days one verification reads, those first that were read longest ago; 0: all',
  }),
  LEDGER_ARCHIVE_IN: Type.String({
    default: '',
    description:
      'folder or `s3://bucket/prefix` that sealed days of the ledger are copied to as Parquet, reached as the backups are; empty: none are',
  }),
  LEDGER_ARCHIVE_AFTER_DAYS: Type.Integer({
    default: 7,
    minimum: 1,
    maximum: 36_500,
    description: 'age at which a sealed day of the ledger is copied to the archive, in days',
  }),
  LEDGER_ARCHIVE_VERIFY_DAYS: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 36_500,
    description:
      'how many archived days of the ledger one verification reads, those first that were read longest ago; 0: all',
  }),
};

/** The environment of those commands. */
export const backupConfig = Type.Object(backupVariables);
