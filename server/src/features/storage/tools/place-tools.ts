import { z } from 'zod'
import { PlaceEntry, RenameEntry } from '#contracts/storage.ts'
import { copyEntry } from '../entries/copy-entry.ts'
import { deleteEntry } from '../entries/delete-entry.ts'
import { moveEntry } from '../entries/move-entry.ts'
import { renameEntry } from '../entries/rename-entry.ts'
import type { Listed } from '../present.ts'
import { entryPath, storageTool } from '../storage-tool.ts'

const placed = ({ path, type }: Listed, previous_path: string) => ({ path, type, previous_path })

const Placing = z.object({
  source_path: PlaceEntry.shape.source_path.describe('The file or folder'),
  dest_path: PlaceEntry.shape.dest_path.describe('The folder that takes it, which must be there'),
})

const rename = storageTool('rename', {
  description: 'Gives a file or folder another name, in the same folder.',
  input: z.object({
    path: entryPath,
    new_name: RenameEntry.shape.new_name.describe('Only the name, with its extension'),
  }),
  call: async ({ ctx, teammate }, input) => placed(await renameEntry(ctx, input, teammate), input.path),
})

const copy = storageTool('copy', {
  description: 'Copies a file or folder, with everything in it, into another folder under the same name.',
  input: Placing,
  call: async ({ ctx, teammate }, input) => {
    const { path, type } = await copyEntry(ctx, input, teammate)
    return { path, type, copied_from: input.source_path }
  },
})

const move = storageTool('move', {
  description: 'Moves a file or folder, with everything in it, into another folder under the same name.',
  input: Placing,
  call: async ({ ctx, teammate }, input) => placed(await moveEntry(ctx, input, teammate), input.source_path),
})

const remove = storageTool('delete', {
  description: 'Deletes a file or folder, with everything in it. It lies in the trash for 30 days.',
  input: z.object({ path: entryPath }),
  async call({ ctx, teammate }, { path }) {
    await deleteEntry(ctx, path, teammate)
    return { deleted: path, note: 'It lies in the trash for 30 days, from where a person can restore it.' }
  },
})

export const tools = [rename, copy, move, remove]
