import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Journeys beside parts, from the first to the last: a browser waits while a database works. */
class Mixed extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project.name)
    return [...byProject.values()]
      .flatMap((own) => own.map((file, index) => ({ file, place: index / own.length })))
      .sort((a, b) => a.place - b.place)
      .map(({ file }) => file)
  }
}

export default defineConfig({
  test: {
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What is waited for comes when it comes; only a test that fails waits so long.
    expect: { poll: { timeout: 30_000 } },
    env: { TZ: 'UTC' },
    // One more than two cores can serve, because each test waits at times. A PostgreSQL has places for the pools of two.
    maxWorkers: process.env.DATABASE_URL ? 2 : 3,
    sequence: { sequencer: Mixed },
    projects: [
      {
        extends: true,
        test: {
          name: 'parts',
          include: ['{contracts,server,tools}/**/*.test.ts', '{portal,widget}/**/*.test.ts'],
          globalSetup: ['server/src/testing/global-setup.ts'],
          setupFiles: ['server/src/testing/matchers.ts'],
          // One server and one database for all the files of a worker; every test makes its own organizations.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['e2e/global-setup.ts'],
          testTimeout: 90_000,
          isolate: false,
        },
      },
    ],
  },
})
