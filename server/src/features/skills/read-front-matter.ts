import { isSkillName, MAX_DESCRIPTION_LENGTH, type SkillProblem } from '#contracts/skill-names.ts'

export type FrontMatter = { name: string | null; description: string | null; problem: SkillProblem | null }

const MARK = /^---[ \t]*$/
const MAX_LINES = 200
const FIELD = /^([A-Za-z][\w-]*):(?:[ \t]+([^ \t].*)?)?$/
const BLOCK = /^[|>][+-]?\d?[+-]?[ \t]*(#.*)?$/
/** What begins so is a reference, a list or something else than a text. */
const NO_TEXT = /^[&*![{%@`|>]/
/** What is not seen, or turns the letters around it. */
const HIDDEN = /[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/u

/** At everything that `.` stops at: where it does not reach the end of a line, each space of it is tried as a beginning. */
const linesOf = (text: string): string[] => text.replace(/^\ufeff/, '').split(/\r\n|[\r\n\u2028\u2029]/)

/** The line after the front matter, or 0 where there is none. */
function endOf(lines: readonly string[]): number {
  if (!MARK.test(lines[0] ?? '')) return 0
  return lines.slice(0, MAX_LINES).findIndex((line, index) => index > 0 && MARK.test(line)) + 1
}

/** What follows the front matter. */
export function bodyOf(text: string): string {
  const lines = linesOf(text)
  return lines.slice(endOf(lines)).join('\n').trim()
}

/**
 * Name and description of a skill. Two texts are all that is wanted of it, so only texts are read, and no other part of
 * YAML: nothing refers to anything, and nothing grows.
 */
export function readFrontMatter(text: string): FrontMatter {
  const lines = linesOf(text)
  const end = endOf(lines)
  if (end === 0) return { name: null, description: null, problem: 'no_front_matter' }
  const fields = fieldsOf(lines.slice(1, end - 1))
  const name = fields && textOf(fields.get('name') ?? [])
  const description = fields && textOf(fields.get('description') ?? [])
  if (name == null || description == null) return { name: null, description: null, problem: 'bad_front_matter' }
  return { name: isSkillName(name) ? name : null, ...judged(description) }
}

function judged(description: string): Pick<FrontMatter, 'description' | 'problem'> {
  if (description === '') return { description: null, problem: 'no_description' }
  if (description.length > MAX_DESCRIPTION_LENGTH || HIDDEN.test(description))
    return { description: null, problem: 'bad_description' }
  return { description, problem: null }
}

/** Each field of the front matter itself with the lines of its value; null where it has a line of no field, or one twice. */
function fieldsOf(lines: readonly string[]): Map<string, string[]> | null {
  const fields = new Map<string, string[]>()
  let value: string[] | undefined
  for (const line of lines) {
    const field = FIELD.exec(line)
    if (field) {
      const [, name = '', first = ''] = field
      if (fields.has(name)) return null
      value = [first.trim()]
      fields.set(name, value)
    } else if (/^[ \t]/.test(line) || line === '' || /^- /.test(line)) {
      value?.push(line)
    } else if (!line.startsWith('#')) {
      return null
    }
  }
  return fields
}

/** On one line; null for what is no text. */
function textOf([first = '', ...more]: readonly string[]): string | null {
  if (BLOCK.test(first)) return oneLine(more)
  const whole = oneLine([first, ...more.filter((line) => !/^\s*#/.test(line))])
  if (whole.startsWith('"')) return quoted(whole)
  if (whole.startsWith("'")) return /^'((?:[^']|'')*)'(?:\s+#.*)?$/.exec(whole)?.[1]?.replaceAll("''", "'") ?? null
  if (NO_TEXT.test(whole)) return null
  // What begins below its field with a field or an item of its own is no text.
  if (first === '' && more.some((line) => FIELD.test(line.trim()) || /^\s*- /.test(line))) return null
  return (whole.split(/(?:^|\s)#/, 1)[0] ?? '').trim()
}

const oneLine = (lines: readonly string[]) =>
  lines
    .join(' ')
    .replaceAll(/[ \t]+/g, ' ')
    .trim()

function quoted(text: string): string | null {
  const [inner] = /^"(?:[^"\\]|\\.)*"/.exec(text) ?? []
  if (inner === undefined || !/^\s*(#.*)?$/.test(text.slice(inner.length))) return null
  try {
    return oneLine(String(JSON.parse(inner)).split('\n'))
  } catch {
    return null
  }
}
