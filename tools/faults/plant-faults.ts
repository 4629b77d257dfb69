/**
 * The command behind `npm run faults -- [--list] [words …]`: plants the faults whose file or sentence contains one of the words,
 * one at a time, and runs the test file that should fail on each.
 */
import { type ChildProcess, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { faults } from './all-faults.ts'
import type { Fault } from './fault.ts'
import { findMisfits } from './find-misfits.ts'
import { runTestsOf } from './run-tests-of.ts'
import { whilePlanted } from './while-planted.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const args = process.argv.slice(2)
const words = args.filter((arg) => arg !== '--list').map((word) => word.toLowerCase())
const chosen = faults.filter(
  ({ file, what }) => words.length === 0 || words.some((word) => `${file} ${what}`.toLowerCase().includes(word)),
)
process.exitCode = (await (args.includes('--list') ? list(chosen) : plant(chosen))) ? 0 : 1

/** True where all of them fit. */
async function list(listed: readonly Fault[]): Promise<boolean> {
  let misfits = 0
  for (const [file, ofFile] of Map.groupBy(listed, ({ file }) => file)) {
    console.log(file)
    for (const fault of ofFile) {
      const problems = findMisfits(root, fault)
      if (problems.length > 0) misfits++
      console.log(`  ${fault.what}`)
      for (const problem of problems) console.log(`    DOES NOT FIT: ${problem}`)
    }
  }
  console.log(`\n${listed.length} faults, ${misfits} do not fit`)
  return listed.length > 0 && misfits === 0
}

/** True where every fault was caught. */
async function plant(planted: readonly Fault[]): Promise<boolean> {
  const obstacle = obstacleTo(planted)
  if (obstacle) {
    console.error(obstacle)
    return false
  }
  let child: ChildProcess | undefined
  let isStopped = false
  const stop = (signal: NodeJS.Signals) => {
    isStopped = true
    child?.kill(signal)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)

  const count = { caught: 0, slipped: 0 }
  for (const fault of planted) {
    const began = performance.now()
    const run = () => runTestsOf(root, fault.tests, (started) => (child = started))
    const { hasFailed, failure } = await whilePlanted(root, fault, run)
    if (isStopped) break
    count[hasFailed ? 'caught' : 'slipped']++
    const seconds = Math.round((performance.now() - began) / 1000)
    console.log(`${hasFailed ? 'caught' : 'SLIPPED THROUGH'} ${fault.what} (${fault.file}, ${seconds} s)`)
    if (hasFailed) console.log(`  by ${failure ?? fault.tests}`)
  }
  console.log(`\n${count.caught} caught, ${count.slipped} slipped through${isStopped ? ', stopped' : ''}`)
  return !isStopped && count.slipped === 0
}

function obstacleTo(planted: readonly Fault[]): string | null {
  if (planted.length === 0) return 'No fault has one of these words in its file or its sentence.'
  const misfit = planted.find((fault) => findMisfits(root, fault).length > 0)
  if (misfit) return `${misfit.file}: ${misfit.what}\n  ${findMisfits(root, misfit).join('\n  ')}`
  const files = [...new Set(planted.map(({ file }) => file))]
  const { status, stdout } = spawnSync('git', ['status', '--porcelain', '--', ...files], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0) return 'git does not answer: without it nothing says whether the files have uncommitted changes.'
  return stdout === '' ? null : `Commit or stash the changes in the files that faults are planted in:\n${stdout}`
}
