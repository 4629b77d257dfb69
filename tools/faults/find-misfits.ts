import { existsSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { type Fault, withFault } from './fault.ts'

/** Why a fault cannot be planted as it is described; empty where it fits. */
export function findMisfits(root: string, fault: Fault): string[] {
  const { file, find, replace, tests } = fault
  const problems: string[] = []
  if (!/\.test\.tsx?$/.test(tests) || tests.startsWith('e2e/')) problems.push(`${tests} is no test file to run`)
  else if (!existsSync(join(root, tests))) problems.push(`the test file ${tests} does not exist`)
  if (!existsSync(join(root, file))) return [...problems, 'the file does not exist']

  const text = readFileSync(join(root, file), 'utf8')
  const count = find === '' ? 0 : text.split(find).length - 1
  if (count !== 1) return [...problems, `the text to replace occurs ${count} times: ${find}`]
  if (replace === find) problems.push('the replacement changes nothing')
  const error = syntaxError(file, withFault(text, fault))
  if (error) problems.push(`with the fault the file does not parse: ${error}`)
  return problems
}

function syntaxError(file: string, text: string): string | null {
  // Node does not read JSX.
  if (file.endsWith('.tsx')) return parseSync(file, text).errors[0]?.message ?? null
  try {
    stripTypeScriptTypes(text)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
