import { type CliOptions, startVitest } from 'vitest/node'
import { collectResults, type Failure, type PassResult, type RunResult } from './results.ts'

/** When more files fail they share a fault, which a second run would only meet again. */
const MAX_RERUN_FILES = 10

/**
 * Runs the files that the filters name, and each file that failed once more by itself. What passes then is flaky: it is
 * reported and does not fail the run.
 */
export async function runPass(title: string, filters: string[], options: CliOptions): Promise<PassResult> {
  console.log(`\n${title}`)
  const first = await runOnce(filters, options)
  const byFile = Map.groupBy(first.failures, ({ file }) => file)
  if (byFile.has(null) || byFile.size > MAX_RERUN_FILES) return { ...first, flaky: [] }

  const result: PassResult = { ...first, failures: [], flaky: [] }
  for (const [file, failures] of byFile) {
    console.log(`\nOnce more by itself: ${file}`)
    const second = await runOnce([String(file)], options)
    if (second.failures.length > 0) {
      result.failures.push(...second.failures)
    } else {
      result.flaky.push(...failures)
      result.passed += failures.filter(({ isTest }: Failure) => isTest).length
    }
  }
  return result
}

async function runOnce(filters: string[], options: CliOptions): Promise<RunResult> {
  const { reporter, result } = collectResults(options.root ?? process.cwd())
  const vitest = await startVitest(filters, { ...options, run: true, watch: false, reporters: ['default', reporter] })
  await vitest.close()
  return result()
}
