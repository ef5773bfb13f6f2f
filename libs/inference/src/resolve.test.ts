import type { CatalogSnapshot } from '@tollgate/catalog/snapshot';
import type { Caller } from './caller.ts';
import { unknownModel } from './resolve.ts';

test('a test key that asks for a live model is told which models it reaches', () => {
  const caller = { mode: 'test', key: { modelAllowList: null } } as Caller;
  const error = unknownModel({} as CatalogSnapshot, caller, 'openai/gpt-4.1-mini');
  expect(error.message).toBe(
    'The model or alias "openai/gpt-4.1-mini" is unavailable. Test keys reach models of the sandbox only. GET /v1/models lists what this key may use.',
  );
});
