import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { listenOnAnyPort } from './admin.ts';

/** What a false provider does instead of what it should. */
export interface Falsehood {
  /** Claims of the ID token in place of the right ones. */
  claims?: Readonly<Record<string, unknown>>;
  /** The right claims, signed by nobody, by a stranger, or with the secret of the client. */
  signing?: 'none' | 'stranger' | 'secret';
  /** The answer of the endpoint of tokens, as it stands. */
  answer?: { status: number; body: string };
  /** The answer never ends. */
  silent?: boolean;
}

/** A provider on a port that says whatever a test wants. */
export interface FalseProvider {
  issuer: string;
  /**
   * What the next sign-in is answered with; the nonce is the right one unless claims say another.
   */
  say(nonce: string, falsehood: Falsehood): void;
  stop(): Promise<void>;
}

const CLIENT = 'tollgate';
const SECRET = 'a-secret-of-the-client-01';
const JSON_TYPE = { 'content-type': 'application/json' };

/** Starts one. */
export const aFalseProvider = async (): Promise<FalseProvider> => {
  const own = await generateKeyPair('RS256');
  const stranger = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'k', alg: 'RS256', use: 'sig' };
  let issuer = '';
  let said: { nonce: string; falsehood: Falsehood } = { nonce: '', falsehood: {} };
  const tokenOf = async ({ nonce, falsehood }: typeof said): Promise<string> => {
    const now = Math.floor(Date.now() / 1_000);
    const right = { iss: issuer, sub: 'eve', aud: CLIENT, iat: now, exp: now + 300, nonce };
    const claims = { ...right, groups: ['owners'], ...falsehood.claims };
    if (falsehood.signing === 'none') return new UnsecuredJWT(claims).encode();
    if (falsehood.signing === 'secret') {
      const key = new TextEncoder().encode(SECRET);
      return new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'k' }).sign(key);
    }
    const { privateKey } = falsehood.signing === 'stranger' ? stranger : own;
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'k' }).sign(privateKey);
  };
  const documents: Record<string, () => unknown> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      // The worst that a provider can say of itself.
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
    }),
    '/jwks': () => ({ keys: [jwk] }),
    '/token': async () => ({
      access_token: 'x',
      token_type: 'Bearer',
      id_token: await tokenOf(said),
    }),
  };
  const server = createServer((request, response) => {
    const { falsehood } = said;
    if (request.url === '/token' && falsehood.silent === true) return;
    if (request.url === '/token' && falsehood.answer !== undefined) {
      response.writeHead(falsehood.answer.status, JSON_TYPE).end(falsehood.answer.body);
      return;
    }
    const document = documents[request.url ?? ''];
    response.writeHead(document === undefined ? 404 : 200, JSON_TYPE);
    void Promise.resolve(document?.()).then((body) => response.end(JSON.stringify(body ?? {})));
  });
  issuer = await listenOnAnyPort(server);
  return {
    issuer,
    say: (nonce, falsehood) => {
      said = { nonce, falsehood };
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
