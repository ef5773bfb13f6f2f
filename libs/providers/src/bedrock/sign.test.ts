import { createHash, createHmac } from 'node:crypto';
import { Value } from 'typebox/value';
import type { HttpCall } from '../adapter/adapter.ts';
import { assertBaseUrl } from '../engine/address-guard.ts';
import { BedrockCredential } from './credential.ts';
import { bedrock } from './index.ts';

const AT = new Date('2026-03-01T12:34:56Z');
const KEYS = {
  region: 'eu-west-3',
  access_key_id: 'AKIDEXAMPLE',
  secret_access_key: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
};
const CALL: HttpCall = {
  method: 'POST',
  url: `${bedrock.baseUrl ?? ''}/model/eu.anthropic.claude-haiku-4-5-20251001-v1%3A0/converse`,
  headers: { accept: 'x', 'content-type': 'application/json' },
  body: '{"messages":[{"role":"user","content":[{"text":"Grüße"}]}]}',
};
const LIST: HttpCall = {
  method: 'GET',
  url: 'https://bedrock.{region}.amazonaws.com/inference-profiles?type=SYSTEM_DEFINED&maxResults=10',
  headers: {},
};

/** The signature by the published rules, written without the library. */
function expectedSignature(call: HttpCall, headers: Record<string, string>): string {
  const url = new URL(call.url);
  const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
  const hmac = (key: string | Buffer, text: string): Buffer =>
    createHmac('sha256', key).update(text).digest();
  const signed = /SignedHeaders=([^,]+)/u.exec(headers['authorization'] ?? '')?.[1] ?? '';
  const names = signed.split(';');
  const path = url.pathname
    .split('/')
    .map((segment) => encodeURIComponent(segment))
    .join('/');
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .toSorted()
    .join('&');
  const lines = names.map((name) => `${name}:${headers[name] ?? ''}`);
  const request = [call.method, path, query, ...lines, '', signed, hash(String(call.body ?? ''))];
  const scope = `20260301/${KEYS.region}/bedrock/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', '20260301T123456Z', scope, hash(request.join('\n'))].join('\n');
  const day = hmac(`AWS4${KEYS.secret_access_key}`, '20260301');
  const key = hmac(hmac(hmac(day, KEYS.region), 'bedrock'), 'aws4_request');
  return hmac(key, text).toString('hex');
}

describe('signing', () => {
  it.each([
    ['a call of a model, whose colon is encoded twice', CALL],
    ['a list', LIST],
  ])('%s', async (_what, call) => {
    const signed = await bedrock.sign(call, KEYS, AT);
    expect(signed.url).toContain('.eu-west-3.amazonaws.com/');
    expect(signed.body).toBe(call.body);
    expect(signed.headers['host']).toBe(new URL(signed.url).host);
    const { authorization = '' } = signed.headers;
    expect(authorization).toContain('Credential=AKIDEXAMPLE/20260301/eu-west-3/bedrock/');
    const expected = expectedSignature(signed, signed.headers);
    expect(authorization.endsWith(`Signature=${expected}`)).toBe(true);
    expect(JSON.stringify(signed)).not.toContain(KEYS.secret_access_key);
  });

  it('covers the session token', async () => {
    const signed = await bedrock.sign(CALL, { ...KEYS, session_token: 'tok' }, AT);
    expect(signed.headers['x-amz-security-token']).toBe('tok');
    expect(signed.headers['authorization']).toMatch(/SignedHeaders=[^,]*x-amz-security-token/u);
  });

  it('sends an API key as it is, and asks for the kind of reply that the path gives', async () => {
    const url = `${CALL.url}-stream`;
    const signed = await bedrock.sign({ ...CALL, url }, { region: 'us-east-1', api_key: 'k' }, AT);
    expect(signed.headers).toMatchObject({
      authorization: 'Bearer k',
      accept: 'application/vnd.amazon.eventstream',
    });
    expect(new URL(signed.url).host).toBe('bedrock-runtime.us-east-1.amazonaws.com');
  });

  it('has an address that can be kept with the place of the region in it', () => {
    const url = bedrock.baseUrl ?? '';
    expect(assertBaseUrl(url, { allowed: new Set() })).toBe(url);
  });

  it('leaves an address of the administrator where it is', async () => {
    const url = 'http://127.0.0.1:9/model/m/converse';
    expect((await bedrock.sign({ ...CALL, url }, KEYS, AT)).url).toBe(url);
  });
});

describe('the credential', () => {
  const key = { region: 'us-east-1', api_key: 'bedrock-api-key' };

  it.each([
    [key, true],
    [KEYS, true],
    [{ ...KEYS, session_token: 'tok' }, true],
    [{ region: 'us-gov-west-1', api_key: 'k' }, true],
    [{ region: 'us-east-1' }, false],
    [{ api_key: 'k' }, false],
    [{ ...KEYS, api_key: 'k' }, false],
    [{ ...key, session_token: 'tok' }, false],
    [{ region: 'us-east-1', access_key_id: 'AKID' }, false],
    [{ region: 'us-east-1.evil.example/', api_key: 'k' }, false],
  ])('%j: %s', (fields, isGood) => {
    expect(Value.Check(BedrockCredential, fields)).toBe(isGood);
  });
});
