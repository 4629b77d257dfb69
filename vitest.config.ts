import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What is waited for comes when it comes; only a test that fails waits so long.
    expect: { poll: { timeout: 30_000 } },
    env: { TZ: 'UTC' },
    projects: [
      {
        extends: true,
        test: {
          name: 'parts',
          include: ['{contracts,server,tools}/**/*.test.ts', 'portal/**/*.test.ts'],
          globalSetup: ['server/src/testing/global-setup.ts'],
          setupFiles: ['server/src/testing/matchers.ts'],
          // One server and one database for all the files of a worker; every test makes its own organizations.
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['e2e/global-setup.ts'],
          testTimeout: 90_000,
          maxWorkers: 2,
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
