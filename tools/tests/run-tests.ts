/**
 * The runner behind `npm test -- [part of a path …] [options of vitest]`.
 *
 * With `DATABASE_URL` everything runs on that PostgreSQL, and what depends on the database (`*.db.test.ts`) once more on the
 * embedded one. Without it everything runs on the embedded one.
 */
import { parseCLI } from 'vitest/node'
import { addResults, summaryLines } from './results.ts'
import { runPass } from './run-pass.ts'

const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)])
const onPostgres = process.env.DATABASE_URL ? await runPass('On PostgreSQL', filter, options) : null
delete process.env.DATABASE_URL
delete process.env.REDIS_URL
const onEmbedded = await runPass('On the embedded database', filter, {
  ...options,
  ...(onPostgres && { include: ['**/*.db.test.ts'], passWithNoTests: true }),
})

const results = onPostgres ? addResults(onPostgres, onEmbedded) : onEmbedded
for (const line of summaryLines(results)) console.log(line)
// Vitest sets its own: 1 also where a file passed when it was run again.
process.exitCode = results.failures.length > 0 || results.passed + results.skipped === 0 ? 1 : 0
