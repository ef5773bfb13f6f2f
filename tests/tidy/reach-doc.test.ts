import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLIENTS } from '../clients/clients.ts';
import { MODEL_NAMES, knownModel } from '../clients/models.ts';
import { FAMILY_IDS, offeredByFamily, offeredByModel, triedBy } from '../clients/reach.ts';
import { REACH_PAGE, reachPage } from '../clients/reach-page.ts';
import { ROOT } from './source-files.ts';

test('reach.md is what `make docs` makes of contracts and clients', () => {
  expect(readFileSync(join(ROOT, REACH_PAGE), 'utf8')).toBe(reachPage());
});

describe.each(FAMILY_IDS)('what %s offers', (family) => {
  test('is tried by a client', () => {
    const untried = [...offeredByFamily(family)].filter(
      (reach) => triedBy(CLIENTS, family, reach).length === 0,
    );
    expect(untried).toEqual([]);
  });

  // A model of each kind stands among those of all families.
  test('has a model that clients are tried with', () => {
    const names = MODEL_NAMES.map((name) => knownModel(name).upstreamModel);
    const offered = names.flatMap((upstreamModel) =>
      offeredByModel({ family, provider: 'any', upstreamModel }),
    );
    const own = offeredByFamily(family);
    expect(offered.filter((reach) => !own.has(reach))).toEqual([]);
  });
});
