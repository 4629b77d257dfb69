import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../../organizations/context.ts'
import type { CallingRun } from '../../teammates/tools/tool-scope.ts'
import type { ModelFile } from '../agent/model-call.ts'
import { saveRunFile } from './save-run-file.ts'

const extensions: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
}

/** Stores the images of a model's answer, of which the step has stored `before` already. An image beyond the limits is left out and logged. */
export async function saveGeneratedImages(
  ctx: OrgContext,
  run: CallingRun,
  files: ModelFile[],
  before = 0,
): Promise<number> {
  for (const [index, { mime_type, bytes }] of files.entries()) {
    const extension = extensions[mime_type] ?? 'bin'
    const file = { name: `image-${before + index + 1}.${extension}`, mime_type, bytes }
    await saveRunFile(ctx, run, file).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
      ctx.log.warn({ run_id: run.id, err: error }, 'a picture of a model was left out')
    })
  }
  return files.length
}
