import type { FolderShares, ShareFiles } from '#contracts/storage.ts'
import { createFolder } from '../entries/create-folder.ts'
import { moveEntry } from '../entries/move-entry.ts'
import { lockTree } from '../lock-tree.ts'
import type { Sharer } from './list-shares.ts'
import { shareFolder } from './share-folder.ts'

/** Only folders are shared: these files go into a new one, which is. Where one of the steps fails, nothing has changed. */
export function shareFiles(ctx: Sharer, { name, path, paths, ...share }: ShareFiles): Promise<FolderShares> {
  return ctx.transaction(async (ctx) => {
    await lockTree(ctx, 'exclusive')
    const folder = await createFolder(ctx, { name, path })
    for (const source_path of paths) await moveEntry(ctx, { source_path, dest_path: folder.path }, null)
    return shareFolder(ctx, { ...share, path: folder.path })
  })
}
