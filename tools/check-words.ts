// Checks that no coined word comes back, and that words that are still in use become fewer (`tools/words.json`).
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

export type Finding = { word: string; sentence: string; places: string[] }

const WORDS_FILE = 'tools/words.json'
const FOLDERS = [
  'contracts',
  'server',
  'thread',
  'voice-client',
  'portal',
  'widget',
  'gateway',
  'tools',
  'bench',
  'e2e',
  'docs',
]
const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', 'meta'])
/** The check and its test name the words. */
const SKIPPED_FILES = new Set([WORDS_FILE, 'tools/check-words.ts', 'tools/check-words.test.ts'])
const MAX_PLACES = 10

/** `pattern`: a regular expression without its flags; `use`: what to write instead; `most`: how often it may still occur. */
const Words = z.record(z.string(), z.object({ pattern: z.string(), use: z.string(), most: z.number().int().min(0) }))

/** Words that occur more often than they may, and limits that are higher than they need to be. */
export function checkWords(root: string): Finding[] {
  return Object.entries(countWords(root)).flatMap(([word, { use, most, places }]) => {
    if (places.length > most) {
      const sentence = `“${word}” occurs ${places.length} times, at most ${most} are allowed: write ${use}.`
      return [{ word, sentence, places: most === 0 ? places.slice(0, MAX_PLACES) : [] }]
    }
    if (places.length === most) return []
    const sentence = `“${word}” occurs ${places.length} times, its limit is ${most}: run npm run docs, which lowers it.`
    return [{ word, sentence, places: [] }]
  })
}

/** Lowers the limits of words that occur less often. */
export function lowerLimits(root: string): void {
  const words = Object.entries(countWords(root)).map(([word, { pattern, use, most, places }]) => [
    word,
    { pattern, use, most: Math.min(most, places.length) },
  ])
  writeFileSync(join(root, WORDS_FILE), `${JSON.stringify(Object.fromEntries(words), null, 2)}\n`)
}

function countWords(root: string) {
  const words = Words.parse(JSON.parse(readFileSync(join(root, WORDS_FILE), 'utf8')))
  const files = FOLDERS.flatMap((folder) => textFiles(root, folder)).filter((file) => !SKIPPED_FILES.has(file))
  const lines = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .map((text, index) => ({ place: `${file}:${index + 1}`, text })),
  )
  const placesOf = (pattern: string): string[] => {
    const expression = new RegExp(pattern, 'g')
    return lines.flatMap(({ place, text }) => (text.match(expression) ?? []).map(() => place))
  }
  return Object.fromEntries(
    Object.entries(words).map(([word, rule]) => [word, { ...rule, places: placesOf(rule.pattern) }]),
  )
}

function textFiles(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return SKIPPED_FOLDERS.has(entry.name) ? [] : textFiles(root, path)
    return /\.(ts|tsx|mjs|md|sql|css|html|json)$/.test(entry.name) ? [path] : []
  })
}

if (import.meta.main) {
  const root = fileURLToPath(new URL('..', import.meta.url))
  if (process.argv.includes('--write')) lowerLimits(root)
  const findings = checkWords(root)
  for (const { sentence, places } of findings) console.log([sentence, ...places].join('\n  '))
  if (findings.length === 0) console.log('No coined word came back.')
  process.exitCode = findings.length === 0 ? 0 : 1
}
