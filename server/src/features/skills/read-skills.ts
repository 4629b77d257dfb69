import { isUtf8 } from 'node:buffer'
import { buffer } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { isSkillName, MAX_SKILL_BYTES, MAX_SKILL_NAME_LENGTH, MAX_SKILLS, SKILL_FILE } from '#contracts/skill-names.ts'
import { defineStatement } from '#platform/db/statement.ts'
import { yieldToEventLoop } from '#platform/yield-to-event-loop.ts'
import type { OrgContext } from '../organizations/context.ts'
import { openBytes } from '../storage/bytes/open-bytes.ts'
import type { LocatedEntry } from '../storage/find-entry.ts'
import { childPath } from '../storage/present.ts'
import { type EntryRow, storageEntries } from '../storage/table.ts'
import { type FrontMatter, readFrontMatter } from './read-front-matter.ts'

type SkillFile = Pick<EntryRow, 'hash' | 'is_encrypted'> & { folder_id: string; folder: string; size: number }

export type SkillRow = FrontMatter & { folder_id: string; path: string; file: SkillFile }
export type UsableSkill = SkillRow & { name: string; description: string; problem: null }

const MAX_CONCURRENCY = 8
const NO_TEXT: FrontMatter = { name: null, description: null, problem: 'not_text' }
const UNREADABLE: FrontMatter = { ...NO_TEXT, problem: 'unreadable' }

/** By the bytes that they were read from, so that a list costs a statement and nothing more. */
const kept = new LRUCache<string, FrontMatter>({ max: 5000 })

/**
 * The folders of skills that have a skill file, with what is needed to know whether it changed: one statement for a
 * whole list.
 */
const listing = defineStatement(
  'list_skills',
  { organization_id: 'uuid', folder_id: 'uuid', file: 'text', limit: 'int' },
  (p) => sql<SkillFile>`select folder.id as folder_id, folder.name as folder, file.size, file.hash, file.is_encrypted
    from ${storageEntries} folder
    join ${storageEntries} file on file.organization_id = folder.organization_id
      and file.parent_id = folder.id and file.name = ${p.file} and file.type = 'file'
    where folder.organization_id = ${p.organization_id} and folder.parent_id = ${p.folder_id} and folder.type = 'folder'
    order by folder.name limit ${p.limit}`,
)

/** The skills in a folder, by the names of their folders, each with what is wrong with it. */
export async function readSkills(
  ctx: OrgContext,
  located: LocatedEntry,
): Promise<{ skills: SkillRow[]; has_more: boolean }> {
  const { organization } = ctx
  const limit = MAX_SKILLS + 1
  const found = await listing(ctx.db, {
    organization_id: organization.id,
    folder_id: located.entry.id,
    file: SKILL_FILE,
    limit,
  })
  const files = found.slice(0, MAX_SKILLS)
  const skills: SkillRow[] = []
  const taken = new Set<string>()
  let isStoreAway = false
  for (let at = 0; at < files.length; at += MAX_CONCURRENCY) {
    const some = files.slice(at, at + MAX_CONCURRENCY)
    const read = await Promise.all(
      some.map(async (file) => ({ file, ...(await frontMatterOf(ctx, file, isStoreAway)) })),
    )
    // A store that is away is not asked for each of two hundred texts, while someone waits for an answer.
    isStoreAway ||= read.every(({ problem }) => problem === 'unreadable')
    for (const { file, ...front } of read) {
      const named = withName(front, file.folder, taken)
      if (named.problem === null && named.name) taken.add(named.name)
      skills.push({ ...named, folder_id: file.folder_id, path: childPath(located.path, file.folder), file })
    }
  }
  return { skills, has_more: found.length > MAX_SKILLS }
}

export const isUsable = (skill: SkillRow): skill is UsableSkill => skill.problem === null

/** The text of a skill; null where its bytes are no text. */
export async function readSkillText(ctx: OrgContext, file: SkillFile): Promise<string | null> {
  const bytes = await buffer(await openBytes(ctx, file))
  // What is no UTF-8 and a NUL are both what no text has.
  return isUtf8(bytes) && !bytes.includes(0) ? bytes.toString() : null
}

async function frontMatterOf(ctx: OrgContext, file: SkillFile, isStoreAway: boolean): Promise<FrontMatter> {
  if (Number(file.size) > MAX_SKILL_BYTES) return { ...NO_TEXT, problem: 'too_large' }
  const key = `${ctx.organization.id} ${file.hash}`
  const known = kept.get(key)
  if (known) return known
  if (isStoreAway) return UNREADABLE
  try {
    await yieldToEventLoop()
    const text = await readSkillText(ctx, file)
    const front = text === null ? NO_TEXT : readFrontMatter(text)
    kept.set(key, front)
    return front
  } catch (err) {
    ctx.log.warn({ err, folder_id: file.folder_id }, 'a skill could not be read')
    return UNREADABLE
  }
}

/** Its own name, or one made of its folder's; of two alike the second one cannot be called. */
function withName(front: FrontMatter, folder: string, taken: ReadonlySet<string>): FrontMatter {
  const name = front.name ?? nameOf(folder)
  if (front.problem !== null) return { ...front, name }
  if (name === null) return { ...front, problem: 'no_name' }
  return taken.has(name) ? { ...front, name, problem: 'name_taken' } : { ...front, name }
}

function nameOf(folder: string): string | null {
  const words = folder.toLowerCase().match(/[a-z0-9]+/g) ?? []
  const name = words.join('-').slice(0, MAX_SKILL_NAME_LENGTH).replace(/-$/, '')
  return isSkillName(name) ? name : null
}
