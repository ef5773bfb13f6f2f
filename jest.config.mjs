/** One project per speed: `unit` needs nothing, the others need PostgreSQL, Redis and processes. */
const common = {
  testEnvironment: '<rootDir>/tests/jest/plain-environment.mjs',
  runtime: '<rootDir>/tests/jest/plain-runtime.mjs',
  extensionsToTreatAsEsm: ['.ts'],
  // Node strips the types of test files as it does those of the services.
  transform: {},
  modulePathIgnorePatterns: ['<rootDir>/.tollgate/'],
};
const live = {
  globalSetup: '<rootDir>/tests/support/global-setup.ts',
  globalTeardown: '<rootDir>/tests/support/global-teardown.ts',
};

/** Faults that take their time to heal; `make test-faults` alone runs them. */
const SLOW = '<rootDir>/tests/faults/slow/';
const passedOver = process.env.TOLLGATE_FAULTS === 'full' ? [] : [SLOW];

export default {
  maxWorkers: 2,
  testTimeout: 120_000,
  testSequencer: '<rootDir>/tests/jest/longest-first.mjs',
  globalSetup: '<rootDir>/tests/support/global-descriptions.ts',
  projects: [
    {
      ...common,
      displayName: 'unit',
      testMatch: [
        '<rootDir>/{libs,services,deploy}/**/*.test.ts',
        '<rootDir>/tests/providers/**/*.test.ts',
        '<rootDir>/tests/fake-provider/**/*.test.ts',
        '<rootDir>/tests/soak/**/*.test.ts',
        '<rootDir>/tests/fuzz/**/*.test.ts',
      ],
    },
    { ...common, displayName: 'tidy', testMatch: ['<rootDir>/tests/tidy/**/*.test.ts'] },
    {
      ...common,
      ...live,
      displayName: 'api',
      testMatch: ['<rootDir>/tests/api/**/*.test.ts', '<rootDir>/tests/ledger/**/*.test.ts'],
    },
    {
      ...common,
      ...live,
      displayName: 'attacks',
      testMatch: ['<rootDir>/tests/attacks/**/*.test.ts'],
    },
    {
      ...common,
      ...live,
      displayName: 'browser',
      testMatch: ['<rootDir>/tests/browser/**/*.test.ts'],
    },
    { ...common, displayName: 'manifests', testMatch: ['<rootDir>/tests/manifests/**/*.test.ts'] },
    { ...common, ...live, displayName: 'e2e', testMatch: ['<rootDir>/tests/e2e/**/*.test.ts'] },
    {
      ...common,
      ...live,
      displayName: 'faults',
      testMatch: ['<rootDir>/tests/faults/**/*.test.ts'],
      testPathIgnorePatterns: ['/node_modules/', ...passedOver],
    },
  ],
};
