import { Type } from 'typebox';

/** The variables of a service that keeps or gives out files of callers. */
export const mediaVariables = {
  MEDIA_DIR: Type.String({
    default: '',
    description:
      'folder of videos, which inference and the worker share; without one and without a bucket no videos are made',
  }),
  MEDIA_S3_BUCKET: Type.String({
    default: '',
    pattern: '^([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])?$',
    description: 'bucket of videos, instead of a folder',
  }),
  MEDIA_S3_REGION: Type.String({
    default: 'us-east-1',
    pattern: '^[a-z0-9-]{1,64}$',
    description: 'region of the bucket',
  }),
  MEDIA_S3_ENDPOINT: Type.String({
    default: '',
    pattern: '^(https?://[^\\s@?#]+)?$',
    description: 'address of a server of buckets that is not AWS',
  }),
  MEDIA_S3_PREFIX: Type.String({
    default: '',
    pattern: '^([A-Za-z0-9_-]{1,64}/){0,8}$',
    description: 'stands before the names of files in the bucket, such as `tollgate/`',
  }),
  MEDIA_S3_ACCESS_KEY_ID: Type.String({
    default: '',
    description:
      'key of the bucket; empty: the role of the pod or the machine, as the SDK of AWS finds one',
  }),
  MEDIA_S3_SECRET_ACCESS_KEY: Type.String({
    default: '',
    secret: 'phrase',
    description: 'secret of that key',
  }),
};
