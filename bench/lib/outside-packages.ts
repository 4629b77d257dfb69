import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

/** Installs pinned packages in a temporary folder and puts a program of `bench/outside/` beside them. */
export function installOutside(packages: readonly string[], program: string): { script: string } & Disposable {
  const folder = mkdtempSync(join(tmpdir(), 'outside-'))
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  try {
    writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}')
    const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--silent']
    execFileSync('npm', ['install', ...quiet, ...packages], { cwd: folder, stdio: 'ignore' })
    const script = join(folder, basename(program))
    copyFileSync(join(import.meta.dirname, '../outside', program), script)
    return { script, [Symbol.dispose]: remove }
  } catch (error) {
    remove()
    throw error
  }
}
