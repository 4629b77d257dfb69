import { ApiError } from '#contracts/client.ts'
import { isEditable } from '#contracts/file-types.ts'
import * as storagePaths from '#contracts/paths/storage.ts'
import type { FileContent } from '#contracts/storage.ts'
import { call } from '../../../lib/api.ts'
import { downloadAddress, nameOf } from '../use-folder.ts'

export type Text = Pick<FileContent, 'content' | 'modified_at'>

/** The text of a file with the time of its last change; of what cannot be edited that time is `changed_at`. */
export async function readText(
  organization: { id: string },
  path: string,
  changed_at: string,
  signal?: AbortSignal,
): Promise<Text> {
  if (isEditable(nameOf(path)))
    return call(storagePaths.showContent, { params: { organization_id: organization.id }, query: { path } }, { signal })
  const response = await fetch(downloadAddress(organization, path), { signal })
  if (!response.ok) throw new ApiError('refused', '', { status: response.status })
  try {
    return {
      content: new TextDecoder('utf-8', { fatal: true }).decode(await response.arrayBuffer()),
      modified_at: changed_at,
    }
  } catch (cause) {
    // As the server says of a text that it would let one edit.
    throw new ApiError('refused', '', { status: 422, cause })
  }
}
