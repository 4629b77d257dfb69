import type { InboundAttachment } from '#contracts/conversations.ts'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../organizations/context.ts'
import type { RunInput } from '../runs/start-run.ts'

export type StoredFile = RunInput['attachments'][number]

const MB = 1024 * 1024

type Reason = 'MAX_ATTACHMENT_COUNT' | 'MAX_ATTACHMENT_SIZE' | 'MAX_TOTAL_ATTACHMENT_SIZE'

/** The three limits of the contract, in the form in which clients read them. */
export function attachmentLimits({ ports: { config } }: Pick<OrgContext, 'ports'>) {
  return {
    maxAttachmentCount: config.CHAT_MAX_ATTACHMENTS,
    maxAttachmentSizeBytes: config.CHAT_MAX_ATTACHMENT_SIZE_MB * MB,
    maxTotalAttachmentSizeBytes: config.CHAT_MAX_TOTAL_ATTACHMENT_SIZE_MB * MB,
  }
}

/** Refuses files beyond the limits, then keeps their bytes; the declared size never counts, only what came. */
export async function storeFiles(ctx: OrgContext, files: InboundAttachment[]): Promise<StoredFile[]> {
  if (files.length === 0) return []
  const decoded = files.map(({ data, ...file }) => ({ ...file, bytes: Buffer.from(data, 'base64') }))
  checkLimits(
    ctx,
    decoded.map(({ name, bytes }) => ({ name, size: bytes.length })),
  )

  const { blobs, sealed_blobs } = ctx.ports
  const store = sealed_blobs ?? blobs
  return Promise.all(
    decoded.map(async ({ name, mime_type, bytes }) => {
      const { hash, size } = await store.put(bytes)
      return { name, mime_type, size, hash, is_encrypted: sealed_blobs !== null }
    }),
  )
}

function checkLimits(ctx: OrgContext, files: { name: string; size: number }[]): void {
  const limits = attachmentLimits(ctx)
  const tooLarge = files.filter(({ size }) => size > limits.maxAttachmentSizeBytes)
  const total = files.reduce((sum, { size }) => sum + size, 0)

  if (files.length > limits.maxAttachmentCount) {
    refuse('MAX_ATTACHMENT_COUNT', `At most ${limits.maxAttachmentCount} files can be attached`, files)
  }
  if (tooLarge.length > 0) {
    refuse('MAX_ATTACHMENT_SIZE', `A file can have at most ${limits.maxAttachmentSizeBytes / MB} MB`, tooLarge)
  }
  if (total > limits.maxTotalAttachmentSizeBytes) {
    refuse(
      'MAX_TOTAL_ATTACHMENT_SIZE',
      `All files together can have at most ${limits.maxTotalAttachmentSizeBytes / MB} MB`,
      files,
    )
  }

  function refuse(reason: Reason, message: string, concerned: { name: string; size: number }[]): never {
    throw new AppError('unprocessable', message, {
      code: 'ATTACHMENT_LIMIT_EXCEEDED',
      data: { reason, files: concerned, limits },
    })
  }
}
