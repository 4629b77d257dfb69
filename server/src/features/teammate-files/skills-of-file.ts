import { isUtf8 } from 'node:buffer'
import { buffer } from 'node:stream/consumers'
import { MAX_SKILL_FILES, type SkillFile } from '#contracts/teammate-files.ts'
import type { OrgContext } from '../organizations/context.ts'
import { reachSkillsFolder } from '../skills/access.ts'
import { openBytes } from '../storage/bytes/open-bytes.ts'
import { type WaitingFolder, type WalkedEntry, walkPage } from '../storage/walk-tree.ts'
import type { TeammateRow } from '../teammates/table.ts'

/** Together; a file of more than what is left is named and stays. Base64 makes four characters of three bytes. */
const MAX_BYTES = 2 * 1024 * 1024
/** Each of a thousand entries at most, so that a large tree ends the walk. */
const MAX_PAGES = 5

type Found = WalkedEntry & { path: string }
type Skills = { skills: SkillFile[]; left_out: string[] }

/** The files in a teammate's folder of skills, as many as a file holds, and the paths of the others. */
export async function skillsOfFile(ctx: OrgContext, teammate: TeammateRow): Promise<Skills> {
  const located = await reachSkillsFolder(ctx, teammate)
  if (!located) return { skills: [], left_out: [] }
  const found = await walk(ctx, located.entry.id)
  const skills: SkillFile[] = []
  const left_out: string[] = []
  let left = MAX_BYTES
  for (const file of found) {
    const isTaken = file.size <= left && skills.length < MAX_SKILL_FILES
    if (!isTaken) {
      if (left_out.length < MAX_SKILL_FILES) left_out.push(file.path)
      continue
    }
    left -= file.size
    const bytes = await buffer(await openBytes(ctx, file))
    const encoding = isUtf8(bytes) && !bytes.includes(0) ? 'utf8' : 'base64'
    skills.push({ path: file.path, encoding, content: bytes.toString(encoding) })
  }
  return { skills, left_out }
}

async function walk(ctx: OrgContext, folder_id: string): Promise<Found[]> {
  const waiting: WaitingFolder[] = [{ id: folder_id, after: '' }]
  const folders = new Map([[folder_id, '']])
  const files: Found[] = []
  for (let page = 0; waiting.length > 0 && page < MAX_PAGES; page++) {
    for (const entry of await walkPage(ctx, waiting, undefined)) {
      const path = `${folders.get(entry.folder_id) ?? ''}${entry.name}`
      if (entry.type === 'folder') folders.set(entry.id, `${path}/`)
      else files.push({ ...entry, path })
    }
  }
  return files.sort((one, other) => (one.path < other.path ? -1 : 1))
}
