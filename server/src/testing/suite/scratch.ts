import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Marks what this run of the suite leaves behind, so that its end can clear it away. */
export const testRun = () => process.env.ALONGSIDE_TEST_RUN ?? 'alone'

const PREFIX = 'alongside-test-'
const OWNER = 'pid'
const IN_MEMORY = '/dev/shm'
const ENOUGH_BYTES = 4_000_000_000

/**
 * The directory of all data of this run. In memory where there is plenty: an embedded database is 1,500 files, which take a
 * disk 20 times as long to copy, and each of its commits waits for the disk.
 */
export function scratchRoot(): string {
  const root = join(process.env.ALONGSIDE_TEST_SCRATCH ?? tmpdir(), `${PREFIX}${testRun()}`)
  mkdirSync(root, { recursive: true })
  return root
}

/** Chooses the place once for all workers of a run, and frees it of what runs that were killed left there. */
export function claimScratch(): void {
  const place = hasRoomInMemory() ? IN_MEMORY : tmpdir()
  process.env.ALONGSIDE_TEST_SCRATCH = place
  for (const name of readdirSync(place).filter((name) => name.startsWith(PREFIX))) {
    const root = join(place, name)
    if (isLost(root)) rmSync(root, { recursive: true, force: true })
  }
  writeFileSync(join(scratchRoot(), OWNER), String(process.pid))
}

function hasRoomInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return Math.min(bavail * bsize, process.availableMemory()) >= ENOUGH_BYTES
  } catch {
    return false
  }
}

function isLost(root: string): boolean {
  try {
    process.kill(Number(readFileSync(join(root, OWNER), 'utf8')), 0)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}

export const scratchDirectory = (): string => mkdtempSync(join(scratchRoot(), 'data-'))

const over = new Set<string>()

/** Has a directory removed after its test file: until then another server may begin where the first one ended. */
export const removeAfterFile = (directory: string): void => void over.add(directory)

export function removeWhatIsOver(): void {
  for (const directory of over) rmSync(directory, { recursive: true, force: true })
  over.clear()
}
