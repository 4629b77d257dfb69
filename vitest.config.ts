import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { testFlags } from './tools/node-flags.ts'

/** What takes a minute or more: begun last, it would be waited for alone. A fresh clone knows only how large files are. */
const LONG = /(barriers|junk|crash|\/main|move-entry|\/model)(\.db)?\.test\.ts$/

/** End-to-end files between server files, from the first to the last: a browser waits while a database works. */
class Mixed extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const longFirst = [true, false].flatMap((isLong) => sorted.filter(({ moduleId }) => LONG.test(moduleId) === isLong))
    const byKind = Map.groupBy(longFirst, ({ moduleId }) => moduleId.includes('/e2e/'))
    return [...byKind.values()]
      .flatMap((own) => own.map((file, index) => ({ file, place: index / own.length })))
      .sort((a, b) => a.place - b.place)
      .map(({ file }) => file)
  }
}

export default defineConfig({
  test: {
    pool: 'forks',
    execArgv: testFlags,
    // What is waited for comes when it comes; only a test that fails waits so long, on a machine that is slow or busy.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    // Threads that tests start compile nothing anew, as those of the program do not.
    env: { TZ: 'UTC', NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/alongside', import.meta.url)) },
    // One more than two cores can serve, because each test waits at times.
    maxWorkers: 3,
    sequence: { sequencer: Mixed },
    globalSetup: ['server/src/testing/suite/global-setup.ts'],
    setupFiles: [
      'server/src/testing/suite/matchers.ts',
      'server/src/testing/suite/cleanup.ts',
      'server/src/testing/suite/idle-connections.ts',
    ],
    // One server, one database and one browser for all the files of a worker; every test makes its own organizations.
    // One project too: a worker ends as soon as the next file belongs to another.
    isolate: false,
    include: ['{contracts,server,tools,thread,voice-client,portal,widget,e2e}/**/*.test.ts'],
  },
})
