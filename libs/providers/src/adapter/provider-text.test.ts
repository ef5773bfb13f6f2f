import { cleanProviderText } from './provider-text.ts';

describe('a text of a provider', () => {
  it.each([
    ['Incorrect API key provided: sk-proj-abc123def456.', /sk-proj/u],
    ['See https://platform.example.com/account/api-keys.', /https|example/u],
    ['Write to someone@provider.example', /@/u],
    ['Organization org-Ab12Cd34Ef is over its limit', /org-Ab/u],
    ['Host 10.1.2.3:8080 is away', /10\.1/u],
    ['api.provider.com refused', /provider/u],
    ['key abc*****2345 is wrong', /\*/u],
    ['account 123456789012', /1234/u],
    ['arn:aws:iam::123456789012:user/x', /arn/u],
    ['id 018f2a3c-7b1e-7c3d-9a4f-0123456789ab', /018f/u],
    ['token AbCdEf0123456789AbCdEf0123456789', /AbCdEf/u],
    ['a\u0000b\u001b[31m', /\p{Cc}/u],
  ])('%j loses what it reveals', (text, revealing) => {
    expect(cleanProviderText(text)).not.toMatch(revealing);
  });

  it.each([
    ['<!DOCTYPE html><html><body><h1>400 Bad Request</h1></body></html>', ''],
    ['<html>\r\n<head><title>400</title></head></html>', ''],
    ['Bad request <center>nginx</center>', 'Bad request'],
    ['Unknown field "x"\n    at parse (/srv/app/index.js:10:5)\n    at run', 'Unknown field "x"'],
    ['Error: no model at Object.run (/srv/app/index.js:10:5)', 'Error: no model'],
    ['no model\nTraceback (most recent call last):\n  File "/srv/x.py", line 3', 'no model'],
    ['  File "/srv/app/server.py", line 12, in handle', ''],
    ['panic: x\n\ngoroutine 7 [running]:\nmain.go:12', 'panic: x'],
    ['bad shape /srv/llm/server.cpp:3471: GGML_ASSERT', 'bad shape'],
    ["'<' is no type, and a < b > c", "'<' is no type, and a < b > c"],
  ])('%j ends where a page or a stack begins', (text, kept) => {
    expect(cleanProviderText(text)).toBe(kept);
  });

  it('loses the secrets that were in use, whatever they look like', () => {
    expect(cleanProviderText('it was hunter two', ['hunter two'])).toBe('it was [key]');
  });

  it('keeps a plain sentence, and is short', () => {
    const text = "Invalid value: 'foo'. Supported values are: 'low', 'medium', and 'high'.";
    expect(cleanProviderText(text)).toBe(text);
    expect(cleanProviderText('word '.repeat(500)).length).toBeLessThanOrEqual(300);
  });
});
