import { countText } from './count-text.ts';
import { estimateInput } from './estimate.ts';
import { googleOverhead } from '../google/overhead.ts';
import { inlinedTokens } from './inlined-schema.ts';

const count = (text: string) => countText(text, 1);
const ADDRESS = { type: 'object', properties: { street: { type: 'string' } } };
const to = (name: string) => ({ $ref: `#/$defs/${name}` });
const personWith = (properties: object) => ({
  type: 'object',
  properties,
  $defs: { Address: ADDRESS },
});

describe('a schema whose references are written out', () => {
  it('counts a definition in each place that refers to it', () => {
    const one = inlinedTokens(personWith({ home: to('Address') }), count);
    const three = inlinedTokens(
      personWith({ home: to('Address'), work: to('Address'), list: { items: to('Address') } }),
      count,
    );
    expect(one.bound).toBe(count(JSON.stringify(ADDRESS)).bound);
    expect(three.bound).toBe(3 * one.bound);
  });

  it('follows references inside of definitions, but none to itself again', () => {
    const schema = {
      properties: { root: to('Node') },
      $defs: { Node: { properties: { next: to('Node'), at: to('Address') } }, Address: ADDRESS },
    };
    const { Node, Address } = schema.$defs;
    const expected = count(JSON.stringify(Node)).bound + count(JSON.stringify(Address)).bound;
    expect(inlinedTokens(schema, count).bound).toBe(expected);
  });

  it('takes no longer where references multiply', () => {
    const levels = Array.from({ length: 60 }, (_, level) => [
      `L${level}`,
      { properties: { left: to(`L${level + 1}`), right: to(`L${level + 1}`) } },
    ]);
    const schema = { properties: { root: to('L0') }, $defs: Object.fromEntries(levels) as object };
    expect(inlinedTokens(schema, count).bound).toBeGreaterThan(2 ** 60);
  });

  it('leaves out what names nothing', () => {
    const schema = personWith({ a: to('Nobody'), b: { $ref: 'https://example.com/schema' } });
    expect(inlinedTokens(schema, count)).toEqual({ usual: 0, bound: 0, bytes: 0 });
  });

  it('is counted by the provider that writes it out', () => {
    const parameters = personWith({ home: to('Address'), work: to('Address') });
    const tools = [{ type: 'function' as const, function: { name: 'save', parameters } }];
    const request = { model: 'm', messages: [{ role: 'user' as const, content: 'Hi' }], tools };
    const overhead = googleOverhead('gemini-2.5-flash');
    const written = estimateInput(request, overhead).bound;
    const plain = estimateInput(request, { ...overhead, inlines: false }).bound;
    expect(written - plain).toBe(2 * count(JSON.stringify(ADDRESS)).bound);
  });
});
