import { editableName } from '#contracts/file-types.ts'
import { namesOf } from '#contracts/storage-names.ts'
import type { OrgContext } from '../../organizations/context.ts'
import type { Actor } from '../access.ts'
import type { Listed } from '../present.ts'
import { refuseNames, writeFile } from '../write-file.ts'
import { refuseUneditable } from './show-content.ts'
import { stageText } from './stage-text.ts'

/** A text under a path, with the folders that it names; over what is there, unless it must be new. */
export async function writeText(
  ctx: OrgContext,
  { path, content, must_be_new }: { path: string; content: string; must_be_new: boolean },
  actor: Actor,
): Promise<{ entry: Listed; created: boolean }> {
  const names = namesOf(path)
  refuseNames(names)
  const name = editableName(names.at(-1) ?? '')
  refuseUneditable(name)
  const stage = () => stageText(ctx, content)
  return writeFile(ctx, { names: [...names.slice(0, -1), name], must_be_new, stage }, actor)
}
