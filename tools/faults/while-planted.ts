import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Fault, withFault } from './fault.ts'

/** Runs `work` with the fault in its file, which is restored however `work` or the process ends. */
export async function whilePlanted<T>(root: string, fault: Fault, work: () => Promise<T>): Promise<T> {
  const path = join(root, fault.file)
  const text = readFileSync(path, 'utf8')
  const { atime, mtime } = statSync(path)
  const restore = () => {
    writeFileSync(path, text)
    // With a new time the pages would be built again.
    utimesSync(path, atime, mtime)
  }
  process.on('exit', restore)
  try {
    writeFileSync(path, withFault(text, fault))
    return await work()
  } finally {
    restore()
    process.off('exit', restore)
  }
}
