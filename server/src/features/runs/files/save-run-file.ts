import { and, eq, not, sql } from 'drizzle-orm'
import { mimeTypeOf } from '#contracts/file-types.ts'
import { AppError } from '#platform/error.ts'
import { newId } from '#platform/id.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { stageBytes } from '../../storage/bytes/stage-bytes.ts'
import type { CallingRun, NewFile } from '../../teammates/tools/tool-scope.ts'
import { holder } from '../queue/live-runs.ts'
import type { RunFile } from '../start-run.ts'
import { type RunFileRow, runFiles, runLeases } from '../table.ts'
import { attachmentLimits, formatMegabytes } from './attachment-limits.ts'

const MAX_NAME_LENGTH = 200

/**
 * Keeps a file that a step of this run makes. A second one of the same name takes the place of the step's first, so that a
 * step that is tried again leaves nothing twice. Limits are those of the files of a message, because an answer carries them.
 */
export async function saveRunFile(ctx: OrgContext, run: CallingRun, { name, mime_type, bytes }: NewFile) {
  checkName(name)
  const { maxAttachmentSizeBytes } = attachmentLimits(ctx)
  if (bytes.length > maxAttachmentSizeBytes)
    throw refused(`A file can have at most ${formatMegabytes(maxAttachmentSizeBytes)}`)
  if (bytes.length === 0) throw refused('A file cannot be empty')
  await using staged = await stageBytes(ctx, bytes)
  return await nameFile(ctx, run, { name, mime_type: mime_type ?? mimeTypeOf(name), ...(await staged.store()) })
}

/** What keeps the files of the calls that this step of a run makes. */
export const createFileSaver = (ctx: OrgContext, run: CallingRun) => (file: NewFile) => saveRunFile(ctx, run, file)

/** Names bytes that are stored already as a file of this run. */
export function nameFile(ctx: OrgContext, run: CallingRun, file: RunFile): Promise<RunFileRow> {
  return ctx.transaction(async (ctx) => {
    // A process that has lost the run writes nothing of it, and files that are made at once are counted one after the other.
    const [lease] = await ctx.db
      .select({ run_id: runLeases.run_id })
      .from(runLeases)
      .where(and(eq(runLeases.run_id, run.id), eq(runLeases.holder, holder), eq(runLeases.attempts, run.attempts)))
      .for('update')
    if (!lease) throw new AppError('conflict', 'The run was taken over')
    const others = await ctx.db
      .select({ size: runFiles.size })
      .from(runFiles)
      .where(
        and(
          eq(runFiles.run_id, run.id),
          not(runFiles.is_received),
          sql`(${runFiles.seq}, ${runFiles.name}) <> (${run.seq}, ${file.name})`,
        ),
      )
    checkLimits(ctx, file, others)
    const { id: run_id, seq } = run
    const written = { ...file, id: newId(), run_id, organization_id: ctx.organization.id, seq, created_at: ctx.now() }
    const [row] = await ctx.db
      .insert(runFiles)
      .values(written)
      .onConflictDoUpdate({ target: [runFiles.run_id, runFiles.seq, runFiles.name], set: written })
      .returning()
    if (!row) throw new Error('A file was not written')
    return row
  })
}

function checkLimits(ctx: OrgContext, { size }: RunFile, others: { size: number }[]): void {
  const { maxAttachmentCount, maxTotalAttachmentSizeBytes } = attachmentLimits(ctx)
  if (others.length >= maxAttachmentCount) throw refused(`At most ${maxAttachmentCount} files can be made in one run`)
  const total = others.reduce((sum, other) => sum + other.size, size)
  if (total > maxTotalAttachmentSizeBytes) {
    throw refused(`All files of a run together can have at most ${formatMegabytes(maxTotalAttachmentSizeBytes)}`)
  }
}

/** A name is shown, and becomes the name of a download: a path or an order of writing in it would mislead. */
function checkName(name: string): void {
  const isName = /^[^/\\\p{Cc}\p{Cf}]+$/u.test(name) && name.trim() === name && !/^\.{1,2}$/.test(name)
  if (!isName || name.length > MAX_NAME_LENGTH) throw refused('This is no name of a file')
}

const refused = (message: string) => new AppError('unprocessable', message)
