import { joinPath } from '#contracts/storage-names.ts'
import type { MemberContext, OrgContext } from '../organizations/context.ts'
import type { Bytes } from './bytes/stage-bytes.ts'
import { ensureFolder } from './entries/create-folder.ts'
import { saveFile } from './entries/save-file.ts'
import { locateByPath } from './find-entry.ts'
import { lockTree } from './lock-tree.ts'
import { shareFolder } from './sharing/share-folder.ts'

/** `names` lead from the new folder to the file. */
export type FolderFile = { names: readonly string[]; bytes: Bytes }

type Wanted = { name: string; files: readonly FolderFile[]; employee_id: string }

/** A new folder at the top, numbered where its name is taken, which a teammate may read; answers with its id. Part of a transaction. */
export async function addSharedFolder(ctx: MemberContext, { name, files, employee_id }: Wanted): Promise<string> {
  await lockTree(ctx, 'shared')
  const path = await freePath(ctx, name)
  const { entry } = await ensureFolder(ctx, path)
  for (const { names, bytes } of files) {
    const folder = await ensureFolder(ctx, joinPath([path, ...names.slice(0, -1)]))
    await saveFile(ctx, folder, names.at(-1) ?? '', bytes)
  }
  await shareFolder(ctx, { path, employee_id, permission: 'read' })
  return entry.id
}

async function freePath(ctx: OrgContext, name: string): Promise<string> {
  for (let n = 1; ; n++) {
    const path = n === 1 ? name : `${name} ${n}`
    if (!(await locateByPath(ctx, path))) return path
  }
}
