import { SKILL_FILE } from '#contracts/skill-names.ts'
import type { Words } from '../../../lib/i18n.ts'
import type { welcomeMessages } from './messages.ts'

type PromptWords = Words<typeof welcomeMessages>['prompts']
/** What a teammate can do and has at hand, as far as an example can show it. */
type Means = {
  tools: readonly string[]
  /** Files that it may read, by their paths. */
  files: readonly string[]
  /** A folder that it may write to. */
  writable: string | null
}

const shown = 4
const readable = /\.(md|txt|pdf|docx|pptx|csv|xlsx)$/i

/** Example prompts that this teammate can answer: about its own files, and general ones. */
export function examplePrompts({ tools, files, writable }: Means, words: PromptWords): string[] {
  const can = (...names: string[]) => names.some((name) => tools.includes(name))
  const documents = files.filter(isDocument).toSorted((a, b) => rankOf(a) - rankOf(b))
  const [first, second = first] = documents
  const own = [
    ...(first && can('storage.read_file') ? [words.summarize(first)] : []),
    ...(second && can('storage.semantic_search', 'storage.search') ? [words.find(titleOf(second))] : []),
    ...(writable && can('storage.write_file') ? [words.write(writable)] : []),
    ...(first && can('storage.list') ? [words.files] : []),
  ]
  return [...own.slice(0, shown - 1), words.help, words.draft, words.plan].slice(0, shown)
}

/** Files of skills are no good examples: they are instructions, and their names are no titles. */
const isDocument = (path: string): boolean => readable.test(path) && path.split('/').at(-1) !== SKILL_FILE

/** Plain text is sure to be read; of a document that depends on what is in it, and little can be said about a table. */
function rankOf(path: string): number {
  if (/\.(md|txt)$/i.test(path)) return 0
  return /\.(csv|xlsx)$/i.test(path) ? 2 : 1
}

const titleOf = (path: string): string => path.replace(/^.*\//, '').replace(readable, '')
