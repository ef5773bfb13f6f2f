import type { ImageToolTokens, PricedTool } from '@tollgate/contract/priced-dimensions';

/** What the price of a container of OpenAI is for, whatever its memory. */
const CONTAINER_PRICE =
  'What one container of this memory costs in which the provider can run code. A request that has the tool is charged one, or two where a second was needed. Leave it empty for such requests to be rejected.';

/** What the price of each tool that a provider runs is for. */
export const toolPrices: Readonly<Record<PricedTool, string>> = {
  web_search:
    'What one search of the web costs that the provider runs. Leave it empty for requests with such searches to be rejected.',
  web_fetch:
    'What one page costs that the provider fetches. Zero is usual: providers bill the tokens only. Leave it empty for requests with such fetches to be rejected.',
  code_execution:
    'What one container costs in which the provider runs code; a request has one at most. Of models of Google it is the price of a run, usually zero. Leave it empty for requests with such code to be rejected.',
  code_interpreter: CONTAINER_PRICE,
  code_interpreter_4g: CONTAINER_PRICE,
  code_interpreter_16g: CONTAINER_PRICE,
  code_interpreter_64g: CONTAINER_PRICE,
  file_search:
    'What one search in vector stores costs that the provider makes. Storage is billed to you each month and is in no answer. Leave it empty for requests with such searches to be rejected.',
  mcp: 'What one call of an MCP server costs that the provider makes. Zero is usual: providers bill the tokens only. Leave it empty for requests with such servers to be rejected.',
  image_generation:
    'What one image costs beside its tokens that the provider makes while the model answers. Zero is usual. Leave it empty for requests with such images to be rejected; else the tokens of images need their prices too.',
};

/** What the prices of the tokens of such images are for, of models that answer with text. */
export const imageTokenPrices: Readonly<Record<ImageToolTokens, string>> = {
  image_input:
    'All tokens that gpt-image-2 reads for images that the provider makes while the model answers, text and images alike: its price of image input covers both.',
  image_output: 'All tokens that gpt-image-2 makes for such images.',
};

/** What the price of audio is for, of a model for chat that hears it. */
export const audioPrice =
  'What a million tokens of audio cost. With a price, the routes for transcriptions serve the model too. Leave it empty for audio to be rejected.';
