// Checks that no pattern of the server takes the square of the length of a text, so that no text can occupy it.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkSync } from 'recheck'
import { parseSync } from 'vite'
import { z } from 'zod'
import { visit } from './layers/syntax.ts'

const FOLDERS = ['contracts/src', 'server/src']
const SOURCE = /\.ts$/
const NOT_SERVED = /\.test\.ts$|^server\/src\/testing\//
/** What repeats nothing is read once. */
const REPEATS = /[*+]|\{\d+,/
/** Of the search for an attack, in milliseconds; what is not found by then is taken for harmless. */
const TIMEOUT_MS = 2000

export type Pattern = { place: string; pattern: string; flags: string }

/** Patterns that are slow by design, and what bounds the texts that they read. */
const Reasons = z.record(z.string(), z.string())
export const readReasons = (root: string): Record<string, string> =>
  Reasons.parse(JSON.parse(readFileSync(join(root, 'tools/patterns.json'), 'utf8')))

/** Whether its time grows with more than the length of the text. */
export const isSlow = ({ pattern, flags }: Pick<Pattern, 'pattern' | 'flags'>): boolean =>
  checkSync(pattern, flags, { timeout: TIMEOUT_MS }).status === 'vulnerable'

/** The patterns of the server that repeat something. */
export function patternsBelow(root: string): Pattern[] {
  const paths = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  )
  return paths
    .filter((path) => SOURCE.test(path) && !NOT_SERVED.test(path))
    .flatMap((path) => patternsIn(path, readFileSync(join(root, path), 'utf8')))
}

export function patternsIn(path: string, text: string): Pattern[] {
  const found: Pattern[] = []
  visit(parseSync(path, text).program.body, (node) => {
    const { regex } = node
    if (typeof regex !== 'object' || regex === null || !('pattern' in regex) || !('flags' in regex)) return
    const { pattern, flags } = regex
    if (typeof pattern !== 'string' || typeof flags !== 'string' || !REPEATS.test(pattern)) return
    found.push({ place: `${path}:${text.slice(0, node.start).split('\n').length}`, pattern, flags })
  })
  return found
}
