import { z } from 'zod'
import { pageToken } from '../requests/outside.ts'
import { FILE_TYPES, type FilePage } from './drive.ts'
import { brief, driveTool, fileId, folderId, orTop, whole } from './drive-tool.ts'

const LISTED = 50
const limit = z.int().min(1).max(100).default(LISTED)

/** A day begins at midnight, UTC. */
const instant = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })])
  .transform((text) => new Date(text).toISOString())

/** The token for the next page comes first, because the end of a long list may be cut off. */
const goingOn = (next_page: string | null) =>
  next_page === null ? {} : { next_page, more: 'More follow; go on with this next_page as page_token.' }

const listed = ({ files, next_page, note }: FilePage) => ({
  ...goingOn(next_page),
  ...(note && { note }),
  files: files.map(brief),
})

const searchFiles = driveTool('search_files', {
  is_read_only: true,
  description:
    'Searches the files and folders of the account, those shared with it too. What is asked for together must all be true; without anything all are listed, the last changed first where the service sorts them.',
  input: z.object({
    text: z.string().trim().min(1).max(200).optional().describe('Words in the file or in its name'),
    name: z.string().trim().min(1).max(200).optional().describe('The beginning of a word in the name'),
    type: z.enum(FILE_TYPES).exclude(['other']).optional(),
    modified_after: instant.optional().describe('Such as "2026-11-01" or "2026-11-01T09:00:00+01:00"'),
    limit,
    page_token: pageToken,
  }),
  call: async (drive, input) => listed(await drive.search(input)),
})

const listFolder = driveTool('list_folder', {
  is_read_only: true,
  description: 'Lists what lies directly in a folder of the drive. Without an id it lists the top folder.',
  input: z.object({ folder_id: folderId, limit, page_token: pageToken }),
  async call(drive, { folder_id, ...page }) {
    return listed(await drive.list(orTop(folder_id), page))
  },
})

const readFileInfo = driveTool('read_file_info', {
  is_read_only: true,
  description:
    'Tells what is known of a file or folder of the drive without reading it: type, size, times, who changed it last, its folder and its address for people.',
  input: z.object({ file_id: fileId }),
  call: async (drive, { file_id }) => whole(await drive.find(file_id)),
})

const listPermissions = driveTool('list_permissions', {
  is_read_only: true,
  description: 'Lists who may use a file or folder of the drive, in which role, and by which links.',
  input: z.object({ file_id: fileId, limit, page_token: pageToken }),
  async call(drive, { file_id, ...page }) {
    const { permissions, next_page } = await drive.permissions(file_id, page)
    return { ...goingOn(next_page), permissions }
  },
})

export const tools = [searchFiles, listFolder, readFileInfo, listPermissions]
