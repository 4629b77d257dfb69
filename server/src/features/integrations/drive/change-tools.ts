import { z } from 'zod'
import { callKey } from '../requests/call-key.ts'
import { oneLine } from '../requests/outside.ts'
import { changedId, driveTool, folderId, newName, orTop, whole } from './drive-tool.ts'
import { refuse } from './refusals.ts'

const createFolder = driveTool('create_folder', {
  description: 'Makes a folder in the drive. Without a folder that takes it, it lies at the top.',
  input: z.object({ name: newName, folder_id: folderId }),
  async call(drive, input, scope) {
    const { name, folder_id } = input
    return whole(await drive.createFolder({ folder_id: orTop(folder_id), name, key: callKey(scope, input) }))
  },
})

const Placing = z
  .object({
    file_id: changedId,
    folder_id: folderId.describe('The folder that takes it; "root" is the top folder'),
    new_name: newName.optional().describe('Only the name, with its extension'),
  })
  .transform(({ file_id: id, folder_id, new_name: name }) => ({ id, folder_id, name }))

const moveFile = driveTool('move_file', {
  description: 'Moves a file or folder of the drive into another folder, gives it another name, or both.',
  input: Placing,
  async call(drive, moved) {
    if (moved.folder_id === undefined && moved.name === undefined) throw refuse('Give a folder_id, a new_name or both.')
    return whole(await drive.move(moved))
  },
})

const copyFile = driveTool('copy_file', {
  description:
    'Copies a file of the drive, into another folder or under another name. Each copy needs a name or a folder of its own.',
  input: Placing,
  async call(drive, copied, scope) {
    const file = await drive.copy({ ...copied, key: callKey(scope, copied) })
    return file
      ? whole(file)
      : { note: 'The copy is being made. It will be in the folder in a while; do not copy it again.' }
  },
})

const trashFile = driveTool('trash_file', {
  description: 'Puts a file or folder of the drive, with everything in it, into the trash of the drive.',
  input: z.object({ file_id: changedId }),
  async call(drive, { file_id }) {
    await drive.trash(file_id)
    return { trashed: file_id, note: 'A person can restore it from the trash of the drive.' }
  },
})

const shareFile = driveTool('share_file', {
  description:
    'Shares a file or folder of the drive with a person by e-mail address, or with anyone who has its link. Give either email or link.',
  input: z.object({
    file_id: changedId,
    role: z.enum(['reader', 'writer']).default('reader'),
    email: z.email().max(320).optional(),
    link: z.enum(['anyone', 'organization']).optional().describe('For whom the link works'),
    notify: z.boolean().default(true).describe('Whether to notify the person by e-mail'),
    message: oneLine(1000).optional().describe('Text of this e-mail'),
  }),
  async call(drive, { file_id: id, role, email, link, notify, message }) {
    if ((email === undefined) === (link === undefined)) throw refuse('Give either an email or a link.')
    const whom = link === undefined ? { email: email ?? '', notify, message } : { link }
    const url = await drive.share({ id, role, ...whom })
    return { shared_with: email ?? `${link} with the link`, role, url }
  },
})

export const tools = [createFolder, moveFile, copyFile, trashFile, shareFile]
