// Writes docs/configuration.md from the schema of the environment; with --check it only says whether the document is current.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { configSections } from '../server/src/platform/config.ts'

type Sections = Record<string, Record<string, z.ZodType>>

const DOCUMENT = 'docs/configuration.md'
const UNITS = [
  ['d', 86_400],
  ['h', 3600],
  ['m', 60],
  ['s', 1],
] as const

/** What the bundler puts into the pages. The schema does not know these, because the server never reads them. */
const buildTime: Record<string, { meaning: string; fallback: string }> = {
  VITE_WIDGET_BRAND_NAME: { meaning: 'The name in the widget’s footer.', fallback: '`Alongside`' },
  VITE_WIDGET_BRAND_URL: { meaning: 'Where that name leads.', fallback: 'no link' },
  VITE_WIDGET_API_URL: {
    meaning: 'The server of a loader that cannot tell where it was loaded from.',
    fallback: '',
  },
  VITE_WIDGET_WS_URL: { meaning: 'The same for its socket.', fallback: '' },
  NEXT_PUBLIC_STORAGE_MAX_UPLOAD_SIZE_MB: {
    meaning: 'The largest file that the page tries to upload. The server takes 10 MB whatever this says.',
    fallback: '`10`',
  },
}

export function renderConfiguration(sections: Sections = configSections): string {
  const parts = [
    '# Configuration',
    '<!-- Written by `npm run docs` from server/src/platform/config/. Change the descriptions there. -->',
    `The server reads these variables once, when it starts. It names every wrong value and every contradiction, and does not start
with any. An empty value counts as none. A duration is a number of seconds, or a number with a unit: \`90\`, \`15m\`, \`24h\`, \`7d\`.
A list is separated by commas; a flag is \`true\` or \`false\`.`,
    ...Object.entries(sections).flatMap(([title, variables]) => [
      `## ${title}`,
      table(Object.entries(variables).map(([name, schema]) => [name, defaultOf(schema), meaningOf(name, schema)])),
    ]),
    '## When the pages are built',
    table(Object.entries(buildTime).map(([name, { meaning, fallback }]) => [name, fallback, meaning])),
  ]
  return `${parts.join('\n\n')}\n`
}

/** Every variable that the sources of the pages read and this document does not describe. */
export function undescribed(root: string): string[] {
  const texts = ['portal', 'widget'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8')),
  )
  const read = new Set(texts.flatMap((text) => text.match(/\b(?:VITE|NEXT_PUBLIC)_[A-Z_]+\b/g) ?? []))
  return [...read].filter((name) => !(name in buildTime))
}

function table(rows: string[][]): string {
  const head = ['| variable | default | meaning |', '|---|---|---|']
  return [
    ...head,
    ...rows.map(([name, ...rest]) => `| \`${name}\` | ${rest.join(' | ').replaceAll('\n', ' ')} |`),
  ].join('\n')
}

function meaningOf(name: string, schema: z.ZodType): string {
  if (!schema.description) throw new Error(`${name} has no description.`)
  return escapeCell(schema.description)
}

/** What holds without the variable: in words where it depends on others, else what the schema makes of nothing. */
function defaultOf(schema: z.ZodType): string {
  const { fallback } = schema.meta() ?? {}
  if (typeof fallback === 'string') return escapeCell(fallback)
  const { data } = schema.safeParse(undefined)
  if (data === undefined) return ''
  const text = isDuration(schema) ? asDuration(Number(data)) : asText(data)
  return text && escapeCell(`\`${text}\``)
}

function isDuration(schema: z.ZodType): boolean {
  return schema instanceof z.ZodDefault && (schema.def.innerType as z.ZodType).meta()?.format === 'duration'
}

function asDuration(seconds: number): string {
  const [unit, length] = UNITS.find(([, length]) => seconds % length === 0) ?? ['s', 1]
  return `${seconds / length}${unit}`
}

function asText(value: unknown): string {
  if (Array.isArray(value)) return value.join(',')
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}

const escapeCell = (text: string) => text.replaceAll('|', '\\|')

if (import.meta.main) {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const missing = undescribed(root)
  if (missing.length > 0) {
    console.error(`tools/configuration.ts does not describe ${missing.join(', ')}, which the pages read.`)
    process.exit(1)
  }
  const text = renderConfiguration()
  if (!process.argv.includes('--check')) writeFileSync(join(root, DOCUMENT), text)
  else if (readFileSync(join(root, DOCUMENT), 'utf8') !== text) {
    console.error(`${DOCUMENT} is out of date: run npm run docs.`)
    process.exit(1)
  }
}
