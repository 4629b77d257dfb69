import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { z } from 'zod'

/** Writers and readers of the field, pinned; they are installed beside the bench and are no dependency of ours. */
export const PACKAGES = {
  '@react-pdf/renderer': '4.9.0',
  docx: '9.15.2',
  exceljs: '4.4.0',
  jspdf: '4.2.1',
  'jspdf-autotable': '5.0.9',
  mammoth: '1.13.0',
  officeparser: '8.1.1',
  'pdf-lib': '1.17.1',
  pdfkit: '0.20.2',
  pdfmake: '0.3.11',
  pptxgenjs: '4.0.1',
  react: '19.2.0',
  unpdf: '1.8.1',
  xlsx: '0.18.5',
}

/** Installs the packages and answers with a way to run scripts among them. */
export function installPackages(folder: string): (script: string, input: object) => unknown {
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  const names = Object.entries(PACKAGES).map(([name, version]) => `${name}@${version}`)
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--silent']
  execFileSync('npm', ['install', ...quiet, ...names], { cwd: folder, stdio: 'ignore' })
  const require = createRequire(join(folder, 'package.json'))
  return (script, input) => {
    const outside = spawnSync(process.execPath, [join(import.meta.dirname, 'outside', script)], {
      cwd: folder,
      input: JSON.stringify({ ...input, folder, paths: pathsOf(require) }),
      maxBuffer: 2 ** 28,
    })
    if (outside.status !== 0) throw new Error(`${script} failed: ${outside.stderr}`)
    return z.unknown().parse(JSON.parse(String(outside.stdout)))
  }
}

const pathsOf = (require: NodeJS.Require): Record<string, string> =>
  Object.fromEntries(Object.keys(PACKAGES).map((name) => [name, require.resolve(name)]))

/** Whether a program is there; the bench says so where it is not. */
export function hasProgram(name: string): boolean {
  const found = spawnSync('sh', ['-c', `command -v ${name}`]).status === 0
  if (!found) console.log(`${name} is not installed: its files are left out`)
  return found
}

/** Runs a program at low priority, since it is slow and others use the machine. */
export function runProgram(program: string, args: readonly string[], cwd: string): void {
  execFileSync('nice', [program, ...args], { cwd, stdio: 'ignore' })
}
