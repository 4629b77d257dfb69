import { z } from 'zod'
import { AppError } from '#platform/error.ts'
import type { StoredFile } from '../../../storage/read-files.ts'
import type { AccountScope } from '../../requests/account.ts'

/** What fits into a request of 4 MB as base64 with its names: less than 3 MB Microsoft takes in no session. */
const MAX_SIMPLE_UPLOAD_BYTES = 3 * 1024 * 1024 - 3 * 1024
/** Pieces are whole multiples of this, as Microsoft asks. */
const PIECE_BYTES = 10 * 320 * 1024

const Session = z.object({ uploadUrl: z.string() })

/** Adds a file to a draft; a large one in pieces, at an address that Microsoft gives. */
export async function addAttachment(scope: AccountScope, draftUrl: string, file: StoredFile): Promise<void> {
  const { name, type, bytes } = file
  if (bytes.length > MAX_SIMPLE_UPLOAD_BYTES) return uploadInPieces(scope, draftUrl, file)
  await scope.account.done({
    url: `${draftUrl}/attachments`,
    method: 'POST',
    json: {
      '@odata.type': '#microsoft.graph.fileAttachment',
      name,
      contentType: type,
      contentBytes: bytes.toString('base64'),
    },
  })
}

async function uploadInPieces({ account, ctx }: AccountScope, draftUrl: string, { name, type, bytes }: StoredFile) {
  const { uploadUrl } = await account.json(Session, {
    url: `${draftUrl}/attachments/createUploadSession`,
    method: 'POST',
    json: { AttachmentItem: { attachmentType: 'file', name, size: bytes.length, contentType: type } },
  })
  refuseStrange(uploadUrl, ctx.ports.config.GRAPH_BASE_URL)
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    const piece = bytes.subarray(at, at + PIECE_BYTES)
    await account.done({
      url: uploadUrl,
      method: 'PUT',
      headers: {
        'content-type': 'application/octet-stream',
        'content-range': `bytes ${at}-${at + piece.length - 1}/${bytes.length}`,
      },
      bytes: piece,
    })
  }
}

/** The address is the right to write there, so it is not shown to an eavesdropper. */
function refuseStrange(uploadUrl: string, base: string): void {
  const protocol = URL.canParse(uploadUrl) ? new URL(uploadUrl).protocol : null
  if (protocol === 'https:' || protocol === new URL(base).protocol) return
  throw new AppError('bad_gateway', 'Microsoft gave no safe address for the file')
}
