import { Type } from 'typebox';
import type { TOptional, TString } from 'typebox';

/** The numbers that a variable with a port takes; 0 lets the system choose. */
export const PORT_RANGE = { minimum: 0, maximum: 65_535 };

/**
 * The variables of the one address that a service listens on.
 * @param host the address when none is given
 * @param description what the documentation says of HOST
 */
export function listenVariables(host: string, description = 'address to listen on') {
  return {
    HOST: Type.String({ default: host, description }),
    PORT: Type.Integer({ ...PORT_RANGE, description: 'port to listen on' }),
  };
}

/** The variable of the key that the service named `kid` signs its calls of other services with. */
export function signingVariables(kid: string) {
  return {
    SERVICE_SIGNING_KEY: Type.String({
      secret: 'signing-key',
      minLength: 1,
      description: `private Ed25519 JWK, kid ${kid}`,
    }),
  };
}

/** The variable of the public keys by which a service recognises its callers. */
export const trustVariables = {
  SERVICE_TRUST_KEYS: Type.String({
    secret: 'trust-keys',
    minLength: 1,
    description: 'JWKS of all services',
  }),
};

/**
 * The variable of the address that browsers reach a service under, with what the documentation says
 * of it.
 */
export function publicAddressVariables(description = 'address that browsers use'): {
  PUBLIC_BASE_URL: TOptional<TString>;
} {
  return { PUBLIC_BASE_URL: Type.Optional(Type.String({ format: 'uri', description })) };
}

/**
 * The variable of what the platform decides about the paid routes. Every service that shows
 * contracts of models needs the value that inference has.
 * @param description what the documentation says of it
 */
export function routeVariables(description = 'as inference has it: contracts of models say it') {
  return { RESPONSES_STREAMING: Type.Boolean({ default: false, description }) };
}
