import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, TestModule } from 'vitest/node'

/** A test that failed, or what went wrong outside of the tests of a file; without a file where vitest names none. */
export type Failure = { file: string | null; name: string; isTest: boolean }

export type RunResult = { passed: number; skipped: number; failures: Failure[] }

/** `flaky` is what failed at first and passed when its file was run by itself. */
export type PassResult = RunResult & { flaky: Failure[] }

type Message = { message: string; diff?: string; cause?: Message }

const MAX_DIFF_LENGTH = 2000

/** Counts tests, and prints failures when their file ends, so that a run which is cut off has printed them. */
export function collectResults(root: string): { reporter: Reporter; result: () => RunResult } {
  const results: RunResult = { passed: 0, skipped: 0, failures: [] }
  const pathOf = (moduleId: string) => relative(root, moduleId)

  const addFailure = (failure: Failure, errors: readonly Message[]) => {
    results.failures.push(failure)
    console.log([`FAILED ${failure.file ?? ''} ${failure.name}`, ...errors.flatMap(messagesOf)].join('\n  '))
  }

  const addModule = (module: TestModule) => {
    const file = pathOf(module.moduleId)
    for (const test of module.children.allTests()) {
      const { state, errors = [] } = test.result()
      if (state === 'passed') results.passed++
      else if (state === 'skipped') results.skipped++
      else addFailure({ file, name: test.fullName, isTest: true }, errors)
    }
    const outside = [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())]
    if (outside.length > 0) addFailure({ file, name: '(outside of its tests)', isTest: false }, outside)
  }

  const reporter: Reporter = {
    onTestModuleEnd: addModule,
    onTestRunEnd(modules, unhandled) {
      for (const error of unhandled) {
        const path = error.VITEST_TEST_PATH
        const file = typeof path === 'string' ? pathOf(path) : null
        addFailure({ file, name: `(unhandled) ${error.message}`, isTest: false }, [error])
      }
      // The process of these files ended before they did.
      for (const module of modules.filter((module) => ['pending', 'queued'].includes(module.state())))
        addFailure({ file: pathOf(module.moduleId), name: '(not finished)', isTest: false }, [])
    },
  }
  return { reporter, result: () => results }
}

/** With the differences: of nested values the message shows only the outermost. */
const messagesOf = ({ message, diff, cause }: Message): string[] => [
  message,
  ...(diff ? [stripVTControlCharacters(diff).slice(0, MAX_DIFF_LENGTH)] : []),
  ...(cause ? messagesOf(cause) : []),
]

export const addResults = (a: PassResult, b: PassResult): PassResult => ({
  passed: a.passed + b.passed,
  skipped: a.skipped + b.skipped,
  failures: [...a.failures, ...b.failures],
  flaky: [...a.flaky, ...b.flaky],
})

/** The last lines of a run: every failure and every flaky test by name, then the counts. */
export function summaryLines({ passed, skipped, failures, flaky }: PassResult): string[] {
  const lineOf = (word: string) => (failure: Failure) => `${word}: ${failure.file ?? '(no file)'} ${failure.name}`
  return [
    '',
    ...failures.map(lineOf('failed')),
    ...flaky.map(lineOf('flaky')),
    `${passed} passed, ${failures.length} failed, ${skipped} skipped`,
  ]
}
