import type { Readable } from 'node:stream'
import { newId } from '#platform/id.ts'
import type { StagedBody } from '#platform/route.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { stageBytes } from '../../storage/bytes/stage-bytes.ts'
import { type RunFileRow, runFiles } from '../table.ts'

/** What of a large request body stays in the row of a run; the rest is a file beside it. */
export const MAX_INLINE_BYTES = 4 * 1024 * 1024

/** For routes whose bodies start or continue runs: takes a large one into the file store while it arrives. */
export const stageRunBody = (ctx: OrgContext, source: Readable): Promise<StagedBody> => stageBytes(ctx, source)

type Received = Pick<RunFileRow, 'run_id' | 'seq' | 'name' | 'mime_type' | 'size' | 'hash' | 'is_encrypted'>

/** Names stored bytes as what a run, or a step of it, was sent. A second body for the same step takes the place of the first. */
export async function nameReceivedFile(ctx: OrgContext, file: Received): Promise<void> {
  const organization_id = ctx.organization.id
  const row = { ...file, id: newId(), organization_id, is_received: true, created_at: ctx.now() }
  await ctx.db
    .insert(runFiles)
    .values(row)
    .onConflictDoUpdate({ target: [runFiles.run_id, runFiles.seq, runFiles.name], set: row })
}
