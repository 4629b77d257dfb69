import { buffer } from 'node:stream/consumers'
import type { GeneratedFile } from '#contracts/api-chat.ts'
import type { OrgContext } from '../organizations/context.ts'
import type { RunFile } from '../runs/start-run.ts'
import { openAttachedBytes } from '../storage/bytes/open-bytes.ts'

/** Files whole, as base64; those that are encrypted at rest are read in plain. */
export function readGeneratedFiles(ctx: OrgContext, files: RunFile[]): Promise<GeneratedFile[]> {
  return Promise.all(
    files.map(async (file) => {
      const data = await buffer(await openAttachedBytes(ctx, file))
      return { name: file.name, mime_type: file.mime_type, size: file.size, data: data.toString('base64') }
    }),
  )
}
