import { isUploadable, MAX_FILE_BYTES } from '#contracts/file-types.ts'
import { namesOf } from '#contracts/storage-names.ts'
import { EntryName } from '#contracts/storage-path.ts'
import type { SkillFile } from '#contracts/teammate-files.ts'
import type { MemberContext, OrgContext } from '../organizations/context.ts'
import { addSharedFolder, type FolderFile } from '../storage/add-shared-folder.ts'
import { stageBytes } from '../storage/bytes/stage-bytes.ts'
import type { TeammateRow } from '../teammates/table.ts'

/** Before anything else, so that nobody waits for the store; bytes that nothing names after all are collected. */
export async function storeSkillBytes(
  ctx: OrgContext,
  files: readonly SkillFile[],
): Promise<{ kept: FolderFile[]; left_out: string[] }> {
  const kept: FolderFile[] = []
  const left_out: string[] = []
  for (const { path, encoding, content } of files) {
    const names = namesOf(path)
    const bytes = Buffer.from(content, encoding)
    if (bytes.length > MAX_FILE_BYTES || !areGood(names)) {
      left_out.push(path)
      continue
    }
    await using staged = await stageBytes(ctx, bytes)
    kept.push({ names, bytes: await staged.store() })
  }
  return { kept, left_out }
}

/** A path alone may lead to what nobody could make or upload. */
const areGood = (names: readonly string[]): boolean =>
  isUploadable(names.at(-1) ?? '') && names.every((name) => EntryName.safeParse(name).success)

/** Answers with the folder that they lie in from now on, or null where there are none. */
export async function importSkills(
  ctx: MemberContext,
  { id, name }: TeammateRow,
  files: readonly FolderFile[],
): Promise<string | null> {
  if (files.length === 0) return null
  const wished = EntryName.safeParse(`Skills of ${name}`.trim())
  return addSharedFolder(ctx, { name: wished.success ? wished.data : 'Skills', files, employee_id: id })
}
