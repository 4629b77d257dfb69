import type { Readable } from 'node:stream'
import { Reply } from '#platform/route.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { openAttachedBytes } from '../../storage/bytes/open-bytes.ts'
import type { AttachmentRow } from '../table.ts'

/** Only these are shown in place; whatever a browser might execute is offered for download. */
const SHOWN = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'application/pdf', 'text/plain'])

/** Without a charset browsers read a text as that of Western Europe, and show Cyrillic as nonsense. */
const shownAs = (mime_type: string) => (mime_type === 'text/plain' ? `${mime_type}; charset=utf-8` : mime_type)

type Served = Pick<AttachmentRow, 'name' | 'mime_type' | 'size' | 'hash' | 'is_encrypted'>

/** A file of a message, to a caller who was found to see it. */
export async function serveFile(ctx: OrgContext, file: Served): Promise<Reply<Readable>> {
  const { name, mime_type, size } = file
  const shown = SHOWN.has(mime_type)
  const disposition = `${shown ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(name.toWellFormed())}`
  return new Reply(await openAttachedBytes(ctx, file), {
    headers: {
      'content-type': shown ? shownAs(mime_type) : 'application/octet-stream',
      'content-length': String(size),
      'content-disposition': disposition,
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'private, max-age=3600',
    },
  })
}
