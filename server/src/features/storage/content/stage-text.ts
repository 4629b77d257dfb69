import { MAX_FILE_BYTES } from '#contracts/file-types.ts'
import { AppError } from '#platform/error.ts'
import { yieldToEventLoop } from '#platform/yield-to-event-loop.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { type StagedBytes, stageBytes } from '../bytes/stage-bytes.ts'

export const tooLarge = () => new AppError('too_large', 'A file has at most 10 MB')

export async function stageText(ctx: OrgContext, content: string): Promise<StagedBytes> {
  await yieldToEventLoop()
  const bytes = Buffer.from(content)
  if (bytes.length > MAX_FILE_BYTES) throw tooLarge()
  return stageBytes(ctx, bytes)
}
