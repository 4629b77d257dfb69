import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A directory that goes with the process: what a load writes would fill a disk in a few runs. */
export function scratchDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'alongside-bench-'))
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }))
  return directory
}
