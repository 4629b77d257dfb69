import { createHash } from 'node:crypto'
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { copyDatabase, type Template, templateDirectory } from './database-template.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const cache = join(root, 'node_modules', '.cache', 'alongside-templates')
const TEMPLATES: Template[] = ['migrated', 'prepared']
const MAX_AGE_MS = 24 * 3_600_000

/**
 * What the embedded templates are made of. A server that starts with an outdated one makes what is missing itself, as after
 * an update, so only what changes the tables and vectors counts.
 */
const SOURCES = [
  'package-lock.json',
  'server/migrations/**/*.{sql,json}',
  'server/src/platform/{db,bus}/**/*.ts',
  'server/src/features/search/**/*.ts',
  'server/src/testing/database/*template*.ts',
]

/** Copies the embedded templates of an earlier run into this one; false where none fits. */
export function restoreTemplates(): boolean {
  const cached = join(cache, sourcesHash())
  if (!existsSync(cached)) return false
  for (const template of TEMPLATES) copyDatabase(join(cached, template), templateDirectory(template))
  return true
}

/** Saves the embedded templates of this run for later ones. Another run may do the same: the first to finish wins. */
export function saveTemplates(): void {
  mkdirSync(cache, { recursive: true })
  for (const name of readdirSync(cache)) {
    const entry = join(cache, name)
    if (Date.now() - statSync(entry).mtimeMs > MAX_AGE_MS) rmSync(entry, { recursive: true, force: true })
  }
  const copy = mkdtempSync(join(cache, 'copy-'))
  for (const template of TEMPLATES) copyDatabase(templateDirectory(template), join(copy, template))
  try {
    renameSync(copy, join(cache, sourcesHash()))
  } catch {
    rmSync(copy, { recursive: true })
  }
}

function sourcesHash(): string {
  const hash = createHash('sha256').update(process.version)
  for (const path of globSync(SOURCES, { cwd: root }).toSorted())
    hash.update(path).update(readFileSync(join(root, path)))
  return hash.digest('hex')
}
