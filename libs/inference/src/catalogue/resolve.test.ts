import type { CallTimes } from '@tollgate/catalog/rows';
import type { CatalogModel, CatalogSnapshot } from '@tollgate/catalog/snapshot';
import type { Caller } from '../caller/caller.ts';
import { createCredentialPool } from '../credentials/credential-pool.ts';
import { FAILURES_MAX, PAUSE_FIRST_MS } from '../credentials/failure-pauses.ts';
import { resolve, unknownModel } from './resolve.ts';

test('a test key that asks for a live model is told which models it reaches', () => {
  const caller = { mode: 'test', key: { modelAllowList: null } } as Caller;
  const error = unknownModel({} as CatalogSnapshot, caller, 'openai/gpt-4.1-mini');
  expect(error.message).toBe(
    'The model or alias "openai/gpt-4.1-mini" is unavailable. Test keys reach models of the sandbox only. GET /v1/models lists what this key may use.',
  );
});

describe('what is kept of a target', () => {
  const aCredential = {
    id: 'c',
    family: 'openai-compatible',
    provider: 'p',
    baseUrl: 'https://a.example',
  };
  const aModel = (more: object = {}): CatalogModel =>
    ({
      id: 'm',
      publicId: 'p/m',
      provider: 'p',
      family: 'openai-compatible',
      upstreamModel: 'm',
      contract: { limits: { context_tokens: 1_000 }, parameters: {} },
      hardOutputTokens: null,
      prices: { input: 1n },
      priceVersionId: 'v1',
      firstByteSeconds: null,
      totalSeconds: null,
      credentials: [aCredential],
      ...more,
    }) as unknown as CatalogModel;
  const targetOf = (model: CatalogModel, upliftBp = 0) => {
    const catalog = { models: new Map([['p/m', model]]), aliases: new Map(), revision: 'r' };
    const policy = { upliftBp, upliftBpByModel: new Map(), disabledModelIds: new Set() };
    const caller = { mode: 'live', key: { ownerId: 'U', modelAllowList: null }, policy };
    const pool = createCredentialPool(() => 0);
    const deps = { catalog: catalog as unknown as CatalogSnapshot, pool, random: () => 0 };
    return resolve(deps, caller as unknown as Caller, 'p/m').targets[0];
  };

  const targetsOfAlias = (
    models: readonly CatalogModel[],
    {
      pool = createCredentialPool(() => 0),
      times = { firstByteSeconds: null, totalSeconds: null } as CallTimes,
    },
  ) => {
    const targets = models.map((model) => ({ model, weight: 1, retries: 0 }));
    const alias = { name: 'quick', strategy: 'ordered', contract: {}, times, targets };
    const catalog = { models: new Map(), aliases: new Map([['quick', alias]]), revision: 'r' };
    const policy = { upliftBp: 0, upliftBpByModel: new Map(), disabledModelIds: new Set() };
    const caller = { mode: 'live', key: { ownerId: 'U', modelAllowList: null }, policy };
    const deps = { catalog: catalog as unknown as CatalogSnapshot, pool, random: () => 0 };
    return resolve(deps, caller as unknown as Caller, 'quick').targets;
  };

  test('is kept as one object for a model of one snapshot', () => {
    const model = aModel();
    expect(targetOf(model)).toBe(targetOf(model));
    expect(targetOf(model)?.endpoint).toBe(targetOf(model, 500)?.endpoint);
  });

  test('has the limits of the alias, where it has some, before those of model and credential', () => {
    const times = { firstByteSeconds: 3, totalSeconds: null };
    const model = aModel({ firstByteSeconds: 60, totalSeconds: 600 });
    const [target] = targetsOfAlias([model], { times });
    expect(target?.times).toEqual({ firstByteSeconds: 3, totalSeconds: 600 });
    expect(targetOf(model)?.times).toEqual({ firstByteSeconds: 60, totalSeconds: 600 });
  });

  test('an alias leaves what was shut to one call of the owner, and serves the others elsewhere', () => {
    const clock = { ms: 1 };
    const pool = createCredentialPool(() => clock.ms);
    const models = ['a', 'b'].map((id) =>
      aModel({ id, publicId: id, credentials: [{ ...aCredential, id }] }),
    );
    for (let failure = 0; failure < FAILURES_MAX; failure += 1) {
      pool.failed({ credentialId: 'a', modelId: 'a' }, 'U', { kind: 'unavailable', message: '' });
    }
    const tried = () => targetsOfAlias(models, { pool }).map(({ publicId }) => publicId);
    expect(tried()).toEqual(['b']);
    clock.ms += PAUSE_FIRST_MS;
    expect(tried()).toEqual(['a', 'b']);
    pool.sends({ credentialId: 'a', modelId: 'a' }, 'U');
    expect(tried()).toEqual(['b', 'a']);
  });

  test('has the uplift of each caller', () => {
    const model = aModel();
    expect([0, 500, 0].map((bp) => targetOf(model, bp)?.price?.upliftBp)).toEqual([0, 500, 0]);
  });

  test('is made anew with the next snapshot, at its price and its address', () => {
    const before = targetOf(aModel());
    const after = targetOf(
      aModel({
        priceVersionId: 'v2',
        prices: { input: 2n },
        credentials: [{ ...aCredential, baseUrl: 'https://b.example' }],
      }),
    );
    expect(before?.price).toMatchObject({ id: 'v1', prices: { input: 1n } });
    expect(after?.price).toMatchObject({ id: 'v2', prices: { input: 2n } });
    expect(after?.endpoint.baseUrl).toBe('https://b.example');
  });
});
