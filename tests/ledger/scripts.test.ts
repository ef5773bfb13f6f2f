import { readdirSync, readFileSync } from 'node:fs';
import { aLedger } from './a-ledger.ts';
import { playScript } from './script.ts';

const folder = new URL('scripts/', import.meta.url);
const names = readdirSync(folder).filter((name) => name.endsWith('.txt'));

describe('scripts', () => {
  test.each(names)('%s', async (name) => {
    const ledger = await aLedger();
    try {
      await playScript(ledger, readFileSync(new URL(name, folder), 'utf8'));
      await ledger.assertSound();
    } finally {
      await ledger.drop();
    }
  });
});
