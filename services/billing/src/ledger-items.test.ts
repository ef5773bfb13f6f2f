import { columnParameters, columnValues } from './ledger-items.ts';
import type { Columns } from './ledger-items.ts';

interface Item {
  n: number;
  label: string;
  owner?: string | null;
}

const COLUMNS: Columns<Item> = [
  ['n', 'int'],
  ['owner', 'uuid'],
  ['label', 'text'],
];

describe('items by column', () => {
  test('are an array for each field, and null where a field is absent', () => {
    const items = [
      { n: 1, label: 'a,"b"', owner: 'x' },
      { n: 2, label: '{}' },
    ];
    expect(columnValues('item', COLUMNS, items)).toEqual({
      item_n: '{1,2}',
      item_owner: '{x,NULL}',
      item_label: ['a,"b"', '{}'],
    });
  });

  test('are null in each field where there are no items', () => {
    const none = { item_n: null, item_owner: null, item_label: null };
    expect(columnValues('item', COLUMNS, undefined)).toEqual(none);
  });

  test('stand in a statement in the order of the fields', () => {
    expect(columnParameters('item', COLUMNS)).toBe(
      'cast(:item_n as int[]), cast(:item_owner as uuid[]), cast(:item_label as text[])',
    );
  });
});
