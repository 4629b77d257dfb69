import { SKILL_FILE } from '#contracts/skill-names.ts'
import type { OrgContext } from '../organizations/context.ts'
import { type WaitingFolder, walkPage } from '../storage/walk-tree.ts'

const MAX_FILES = 100
/** Each of a thousand entries at most, so that a large tree below a skill ends the walk. */
const MAX_PAGES = 5

/** The other files of a skill, by their paths within its folder. */
export async function listSkillFiles(ctx: OrgContext, folder_id: string): Promise<{ paths: string[]; more: boolean }> {
  const waiting: WaitingFolder[] = [{ id: folder_id, after: '' }]
  const folders = new Map([[folder_id, '']])
  const paths: string[] = []
  for (let page = 0; waiting.length > 0 && page < MAX_PAGES && paths.length <= MAX_FILES; page++) {
    for (const { id, folder_id, name, type } of await walkPage(ctx, waiting, undefined)) {
      const path = `${folders.get(folder_id) ?? ''}${name}`
      if (type === 'folder') folders.set(id, `${path}/`)
      else if (path !== SKILL_FILE) paths.push(path)
    }
  }
  paths.sort()
  return { paths: paths.slice(0, MAX_FILES), more: waiting.length > 0 || paths.length > MAX_FILES }
}
