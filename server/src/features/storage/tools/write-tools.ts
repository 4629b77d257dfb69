import { z } from 'zod'
import { NewPath } from '#contracts/storage.ts'
import { createContent } from '../content/create-content.ts'
import { editContent } from '../content/edit-content.ts'
import { writeText } from '../content/write-text.ts'
import { presentSaved } from '../present.ts'
import { filePath, storageTool } from '../storage-tool.ts'

const writeFile = storageTool('write_file', {
  description:
    'Writes a whole text file, over the one that is there, and makes the folders of its path. A name without an extension gets .md. A path that ends with a slash, without content, makes a folder.',
  input: z.object({
    path: NewPath.describe('Such as "Customer service/Returns.md"'),
    content: z.string().default(''),
  }),
  async call({ ctx, teammate }, { path: { path, is_folder }, content }) {
    if (!is_folder) {
      const { entry, created } = await writeText(ctx, { path, content, must_be_new: false }, teammate)
      return { ...presentSaved(entry), written: created ? 'created' : 'overwritten' }
    }
    return { path: (await createContent(ctx, { path, is_folder, content }, teammate)).path, written: 'created' }
  },
})

const editFile = storageTool('edit_file', {
  description:
    'Replaces a piece of a text file. The old text must match to the letter, without line numbers, and stand there once; with replace_all every occurrence is replaced.',
  input: z.object({
    path: filePath,
    old_text: z.string().min(1),
    new_text: z.string(),
    replace_all: z.boolean().default(false),
  }),
  async call({ ctx, teammate }, edit) {
    const { entry, replaced, lines } = await editContent(ctx, edit, teammate)
    return { ...presentSaved(entry), replaced, lines }
  },
})

export const tools = [writeFile, editFile]
