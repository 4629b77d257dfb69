import { Readable } from 'node:stream'
import type { InboundAttachment } from '#contracts/conversations.ts'
import { AppError } from '#platform/error.ts'
import { validationError } from '#platform/http/errors.ts'
import { yieldToEventLoop } from '#platform/yield-to-event-loop.ts'
import type { ChannelDefinition } from '../../conversations/define-channel.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { attachmentLimits, formatMegabytes } from '../../runs/files/attachment-limits.ts'
import type { RunFile } from '../../runs/start-run.ts'
import { stageBytes } from '../../storage/bytes/stage-bytes.ts'

export type StoredFile = RunFile

type Reason = 'MAX_ATTACHMENT_COUNT' | 'MAX_ATTACHMENT_SIZE' | 'MAX_TOTAL_ATTACHMENT_SIZE'

/**
 * Refuses files beyond the limits, then stores their bytes. Limits apply to the bytes that arrived, not to the declared size. Bytes
 * of a message that is refused or lost afterwards are collected a day later.
 */
export async function storeFiles(
  ctx: OrgContext,
  {
    attachments,
    files: kept = [],
    channel,
  }: {
    attachments: InboundAttachment[]
    files?: readonly StoredFile[]
    channel: Pick<ChannelDefinition, 'typeOfFile'>
  },
): Promise<StoredFile[]> {
  if (attachments.length === 0) return [...kept]
  const files = attachments.map(({ data, ...file }) => ({ ...file, data: withoutLineBreaks(data) }))
  checkLimits(
    ctx,
    files.map(({ name, data }) => ({ name, size: decodedSize(data) })),
  )

  const types = await detectTypes(files, channel)
  const stored: StoredFile[] = [...kept]
  for (const [index, { name, mime_type, data }] of files.entries()) {
    await using staged = await stageBytes(ctx, Readable.from(decodedPieces(data, index)))
    stored.push({ name, mime_type: types[index] ?? mime_type, ...(await staged.store()) })
  }
  return stored
}

/** The types under which the files are stored; empty where the channel accepts the declared ones. */
async function detectTypes(
  files: Pick<InboundAttachment, 'name' | 'mime_type' | 'data'>[],
  { typeOfFile }: Pick<ChannelDefinition, 'typeOfFile'>,
): Promise<string[]> {
  if (!typeOfFile) return []
  const types: string[] = []
  const refused: Pick<InboundAttachment, 'name' | 'mime_type'>[] = []
  for (const [index, { name, mime_type, data }] of files.entries()) {
    const type = await typeOfFile({ name, mime_type, bytes: decode(data, index) })
    if (type === null) refused.push({ name, mime_type })
    else types.push(type)
  }
  if (refused.length === 0) return types
  throw new AppError('unprocessable', 'Files of this type are not accepted', {
    code: 'ATTACHMENT_TYPE_NOT_ACCEPTED',
    data: { files: refused },
  })
}

/** Encoders that make mail break their lines. */
const withoutLineBreaks = (data: string): string => (data.includes('\n') ? data.replaceAll(/[\r\n]/g, '') : data)

function decodedSize(data: string): number {
  const padding = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0
  return Math.floor((data.length * 3) / 4) - padding
}

/** Of four characters each makes three bytes. */
const PIECE_CHARACTERS = 256 * 1024

/** Decodes in pieces, so that a large file does not block the event loop. */
async function* decodedPieces(data: string, index: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < data.length; at += PIECE_CHARACTERS) {
    const piece = data.slice(at, at + PIECE_CHARACTERS)
    const isLast = at + PIECE_CHARACTERS >= data.length
    // Padding is allowed only at the end; the decoder would stop at it elsewhere.
    if (!isLast && piece.includes('=')) throw notBase64(index)
    yield decode(piece, index)
    await yieldToEventLoop()
  }
}

function decode(data: string, index: number): Buffer {
  const bytes = Buffer.from(data, 'base64')
  // The decoder skips characters that are not base64, which makes the result shorter, and also accepts the URL alphabet.
  const isBase64 = data.length % 4 === 0 && bytes.length === decodedSize(data) && !/[-_]/.test(data)
  if (isBase64) return bytes
  throw notBase64(index)
}

const notBase64 = (index: number) =>
  validationError([{ path: `attachments.${index}.data`, message: 'Invalid base64-encoded string' }])

function checkLimits(ctx: OrgContext, files: { name: string; size: number }[]): void {
  const limits = attachmentLimits(ctx)
  const tooLarge = files.filter(({ size }) => size > limits.maxAttachmentSizeBytes)
  const total = files.reduce((sum, { size }) => sum + size, 0)

  if (files.length > limits.maxAttachmentCount) {
    refuse('MAX_ATTACHMENT_COUNT', `At most ${limits.maxAttachmentCount} files can be attached`, files)
  }
  if (tooLarge.length > 0) {
    refuse('MAX_ATTACHMENT_SIZE', `A file can have at most ${formatMegabytes(limits.maxAttachmentSizeBytes)}`, tooLarge)
  }
  if (total > limits.maxTotalAttachmentSizeBytes) {
    refuse(
      'MAX_TOTAL_ATTACHMENT_SIZE',
      `All files together can have at most ${formatMegabytes(limits.maxTotalAttachmentSizeBytes)}`,
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
