import { Type } from 'typebox';
import { HeaderValue, Secret } from '../credential-fields.ts';

/** A region is part of a host's name: nothing else may stand there. */
const Region = Type.String({ pattern: '^[a-z]{2}(?:-[a-z]+){1,3}-[0-9]{1,2}$', maxLength: 40 });

/** A region, and either an API key or a pair of keys, with a session token when they are temporary. */
export const BedrockCredential = Type.Object(
  {
    region: Region,
    api_key: Type.Optional(Secret),
    access_key_id: Type.Optional(HeaderValue),
    secret_access_key: Type.Optional(Secret),
    session_token: Type.Optional(Secret),
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
          ],
        },
      },
      { required: ['access_key_id', 'secret_access_key'], not: { required: ['api_key'] } },
    ],
  },
);
