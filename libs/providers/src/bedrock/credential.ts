import { Type } from 'typebox';
import { HeaderValue, Secret } from '../contract/credential-fields.ts';

/** What signs requests for S3, which takes no API key of Bedrock. */
const PAIR = ['access_key_id', 'secret_access_key'];
/** A region is part of a host's name: nothing else may be there. */
const REGION = '[a-z]{2}(?:-[a-z]+){1,3}-[0-9]{1,2}';
const Region = Type.String({
  pattern: `^${REGION}$`,
  maxLength: 40,
  description: 'a region such as eu-west-1',
});
/** A bucket, and the prefix of the names of its files. */
const Location = Type.String({
  pattern: '^s3://[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:/[A-Za-z0-9!_.*()-]+)*/?$',
  maxLength: 500,
  description: 'a location such as s3://bucket/folder',
});
const Endpoint = Type.String({
  pattern: '^https?://[A-Za-z0-9.-]+(?::[0-9]{1,5})?$',
  maxLength: 255,
  description: 'an address such as https://s3.example.com',
});

/** The bucket of batches. Names of files are signed: none has a character to encode. */
const Folder = Type.String({
  pattern: '^s3://[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*/?$',
  maxLength: 300,
  description: 'a location such as s3://bucket/folder, of letters, digits, dots, _ and -',
});
const Role = Type.String({
  pattern: '^arn:aws(?:-[a-z-]{1,20})?:iam::[0-9]{12}:role/[A-Za-z0-9+=,.@_/-]{1,512}$',
  maxLength: 600,
  description: 'the ARN of a role, such as arn:aws:iam::123456789012:role/batches',
});
const Account = Type.String({
  pattern: '^[0-9]{12}$',
  maxLength: 12,
  description: 'the 12 digits of an AWS account',
});

/**
 * A region, and either an API key or a pair of keys, with a session token when they are temporary.
 * Videos and batches need the pair: S3 takes no API key of Bedrock.
 */
export const BedrockCredential = Type.Object(
  {
    region: Region,
    api_key: Type.Optional(Secret),
    access_key_id: Type.Optional(HeaderValue),
    secret_access_key: Type.Optional(Secret),
    session_token: Type.Optional(Secret),
    /**
     * Where videos are put and fetched from, in the region: the keys must be allowed to write and
     * read there.
     */
    output_s3_uri: Type.Optional(Location),
    /**
     * The address of an S3 interface that is not the region's own, such as an endpoint inside a
     * private network.
     */
    s3_endpoint: Type.Optional(Endpoint),
    /**
     * Where requests of batches are put and their results fetched from, in the region. Without it
     * and the role workers run the lines of batches one by one.
     */
    batch_s3_uri: Type.Optional(Folder),
    /** The service role as which Bedrock reads the requests and writes the results. */
    batch_role_arn: Type.Optional(Role),
    /** The account that has to own the bucket; absent: whichever owns it. */
    batch_bucket_owner: Type.Optional(Account),
  },
  {
    additionalProperties: false,
    dependentRequired: {
      output_s3_uri: PAIR,
      s3_endpoint: PAIR,
      batch_s3_uri: ['batch_role_arn', ...PAIR],
      batch_role_arn: ['batch_s3_uri'],
      batch_bucket_owner: ['batch_s3_uri'],
    },
    oneOf: [
      {
        required: ['api_key'],
        not: {
          anyOf: [
            { required: ['access_key_id'] },
            { required: ['secret_access_key'] },
            { required: ['session_token'] },
          ],
        },
      },
      { required: ['access_key_id', 'secret_access_key'], not: { required: ['api_key'] } },
    ],
  },
);
