import { MAX_FILE_BYTES } from '#contracts/file-types.ts'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { type StagedBytes, stageBytes } from '../stage-bytes.ts'

export function stageText(ctx: OrgContext, content: string): Promise<StagedBytes> {
  const bytes = Buffer.from(content)
  if (bytes.length > MAX_FILE_BYTES) throw new AppError('too_large', 'A file has at most 10 MB')
  return stageBytes(ctx, bytes)
}
