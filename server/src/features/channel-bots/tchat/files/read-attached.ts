import { buffer } from 'node:stream/consumers'
import type { AttachmentRow } from '../../../conversations/table.ts'
import type { OrgContext } from '../../../organizations/context.ts'
import { openAttachedBytes } from '../../../storage/bytes/open-bytes.ts'

export const readAttached = async (
  ctx: OrgContext,
  file: Pick<AttachmentRow, 'hash' | 'is_encrypted'>,
): Promise<Buffer> => buffer(await openAttachedBytes(ctx, file))
