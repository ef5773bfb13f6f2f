import { google } from '../../google/index.ts';

function bodyOf(code: number, message: string, more: object = {}): object {
  return { error: { code, message, status: 'X', ...more } };
}

const REASON = 'type.googleapis.com/google.rpc.ErrorInfo';
const KEY = { details: [{ '@type': REASON, reason: 'API_KEY_INVALID', domain: 'x' }] };

describe('errors', () => {
  it.each([
    [400, bodyOf(400, 'API key not valid. Please pass a valid API key.', KEY), 'credential'],
    [400, bodyOf(400, 'API key expired. Please renew the API key.'), 'credential'],
    [400, bodyOf(400, 'User location is not supported for the API use.'), 'credential'],
    [400, bodyOf(400, 'Invalid value at x'), 'rejected'],
    [
      400,
      bodyOf(400, 'The input token count (9) exceeds the maximum number of tokens allowed (8).'),
      'context_length',
    ],
    [401, bodyOf(401, 'Request had invalid authentication credentials.'), 'credential'],
    [403, bodyOf(403, 'Permission denied: project 1234567890123 is suspended'), 'credential'],
    [
      404,
      bodyOf(
        404,
        'models/x is not found for API version v1beta, or is not supported for generateContent. Call ListModels.',
      ),
      'model_unavailable',
    ],
    [429, bodyOf(429, 'Quota exceeded for metric: x.googleapis.com/y'), 'rate_limited'],
    [499, bodyOf(499, 'The operation was cancelled.'), 'unavailable'],
    [500, bodyOf(500, 'An internal error has occurred.'), 'unavailable'],
    [503, bodyOf(503, 'The model is overloaded.'), 'overloaded'],
    [504, bodyOf(504, 'Deadline expired.'), 'timeout'],
    [502, '<html>Bad Gateway</html>', 'unavailable'],
    [400, [bodyOf(400, 'API key not valid.', KEY)], 'credential'],
  ])('%i %j is %s', (status, body, kind) => {
    expect(google.failure(status, {}, body).kind).toBe(kind);
  });

  it.each([
    [{ details: [{ retryDelay: '48s' }] }, 'Quota', {}, 48],
    [{ details: [{ retryDelay: '7.2s' }] }, 'Quota', {}, 8],
    [{}, 'Please retry in 12.5s.', {}, 13],
    [{ details: [{ retryDelay: '48s' }] }, 'Quota', { 'retry-after': '5' }, 5],
    [{ details: [{ retryDelay: '4000s' }] }, 'Quota', {}, 3_600],
    [{}, 'Quota', {}, undefined],
  ])('waits: %j', (more, text, headers, seconds) => {
    const failure = google.failure(429, headers as Record<string, string>, bodyOf(429, text, more));
    expect(failure.retryAfterSeconds).toBe(seconds);
  });

  it('names the field of ours, and nobody', () => {
    const details = [{ fieldViolations: [{ field: 'generation_config.top_p' }] }];
    const text = 'Vertex AI and the Gemini API of Google say: bad, see https://ai.google.dev/x';
    const failure = google.failure(400, {}, bodyOf(400, text, { details }));
    expect(failure.param).toBe('top_p');
    expect(failure.message).not.toMatch(/vertex|gemini|google|https/iu);
  });
});
