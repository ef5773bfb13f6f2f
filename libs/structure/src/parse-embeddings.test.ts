import { parseEmbeddingsRequest } from './parse-embeddings.ts';

test.each([
  [[''], 'input[0]', 'input[0] must not be empty.'],
  [['a', ''], 'input[1]', 'input[1] must not be empty.'],
  ['', 'input', 'input must not be empty.'],
])('the input %j is refused by what is wrong with it', (input, param, message) => {
  expect(() => parseEmbeddingsRequest({ model: 'm', input })).toThrow(
    expect.objectContaining({ param, message }) as Error,
  );
});
