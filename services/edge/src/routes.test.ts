import { scaleTimers } from '@tollgate/runtime/timers';
import { createRoutes, matchRule } from './routes.ts';
import type { Plane } from './routes.ts';

const ROUTES = createRoutes(scaleTimers(1), 1);

test.each([
  ['public', '/v1/models', 'inference'],
  ['public', '/api', 'account'],
  ['public', '/docs', 'docs'],
  ['public', '/docs/mcp', 'docs'],
  ['public', '/docsx', undefined],
  ['public', '/console', 'console'],
  ['public', '/console/keys', 'console'],
  ['public', '/console/platformX', 'console'],
  ['public', '/consolex', undefined],
  ['public', '/Console', undefined],
  ['public', '/console/platform', undefined],
  ['public', '/console/platform/', undefined],
  ['public', '/console/platform/users', undefined],
  ['public', '/console/Platform', undefined],
  ['public', '/CONSOLE/platform/index.html', undefined],
  ['internal', '/console/platform', 'console'],
  ['internal', '/console/platform/users', 'console'],
  ['internal', '/console/PLATFORM', undefined],
  ['internal', '/console/keys', 'console'],
  ['public', '/api/docs', 'docs'],
  ['public', '/api/docs/start.js', 'docs'],
  ['public', '/api/docsx', 'account'],
  ['public', '/api/openapi.json', 'docs'],
  ['public', '/api/Openapi.json', undefined],
  ['internal', '/api/openapi.json', 'docs'],
  ['public', '/api/platformX', 'account'],
  ['public', '/api/platform', undefined],
  ['public', '/api/platform/', undefined],
  ['public', '/api/platform/users', undefined],
  ['public', '/api/PlatForm/users', undefined],
  ['public', '/API/keys', undefined],
  ['public', '/V1/models', undefined],
  ['public', '/', 'docs'],
  ['public', '/llms.txt', 'docs'],
  ['internal', '/llms-full.txt', 'docs'],
  ['public', '/LLMS.txt', undefined],
  ['internal', '/', 'docs'],
  ['public', '/v1x', undefined],
  ['internal', '/api/platform', 'admin'],
  ['internal', '/api/platform/users', 'admin'],
  ['internal', '/api/PLATFORM/users', undefined],
  ['internal', '/api/keys', 'account'],
] as const)('%s %s -> %s', (plane: Plane, path, target) => {
  expect(matchRule(ROUTES, plane, path)?.target).toBe(target);
});

test('inference gets more time here than it gives itself', () => {
  const timers = scaleTimers(0.05);
  const route = matchRule(createRoutes(timers, 0.05), 'public', '/v1/x');
  expect(route?.answerMs).toBeGreaterThan(timers.callTotal);
});

test.each([
  ['/v1/videos/vid_1/content', true],
  ['/v1/media/med_1', true],
  ['/v1/videosx', true],
  ['/v1/chat/completions', true],
  ['/v1/embeddings', true],
  ['/v1/images/generations', true],
  ['/v1/images/edits', true],
  ['/v1/rerank', true],
  ['/v1/moderations', true],
  ['/v1/audio/speech', true],
  ['/v1/audio/transcriptions', true],
])('an answer of %s may go on while its bytes move: %s', (path, goesOn) => {
  const route = matchRule(ROUTES, 'public', path);
  expect([route?.target, route?.goesOn]).toEqual(['inference', goesOn]);
});
