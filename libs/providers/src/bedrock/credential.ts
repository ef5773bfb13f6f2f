import { Type } from 'typebox';
import { HeaderValue, Secret } from '../contract/credential-fields.ts';

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

/**
 * A region, and either an API key or a pair of keys, with a session token when they are temporary.
 * Videos need the pair: S3 takes no API key of Bedrock.
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
  },
  {
    additionalProperties: false,
    oneOf: [
      {
        required: ['api_key'],
        not: {
          anyOf: [
            { required: ['access_key_id'] },
            { required: ['secret_access_key'] },
            { required: ['session_token'] },
            { required: ['output_s3_uri'] },
            { required: ['s3_endpoint'] },
          ],
        },
      },
      { required: ['access_key_id', 'secret_access_key'], not: { required: ['api_key'] } },
    ],
  },
);
