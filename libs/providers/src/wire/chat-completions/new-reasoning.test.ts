import { createNewReasoning } from './new-reasoning.ts';

const deltaOf = (text: string): object => ({
  content: '',
  reasoning_content: text,
  reasoning_details: [{ type: 'reasoning.text', index: 0, text }],
});

function readOf(...texts: string[]): string[] {
  const reasoning = createNewReasoning();
  return texts.map((text) => {
    const read = reasoning.of({ ...deltaOf(text) });
    const content = read['reasoning_content'] as string;
    expect(read).toEqual({ ...deltaOf(text), ...deltaOf(content) });
    return content;
  });
}

it('leaves out what a piece repeats of all that came before', () => {
  const read = readOf('\n', '\nThe user', '\nThe user asks', '\nThe user asks why.');
  expect(read.slice(2)).toEqual([' asks', ' why.']);
});

it('takes pieces for new as soon as one does not repeat', () => {
  expect(readOf('The', ' user', 'The', 'The user')).toEqual(['The', ' user', 'The', 'The user']);
});

it('leaves a delta without reasoning as it is', () => {
  expect(createNewReasoning().of({ content: 'x' })).toEqual({ content: 'x' });
});
