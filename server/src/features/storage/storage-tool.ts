import { z } from 'zod'
import { StoragePath } from '#contracts/storage-path.ts'
import type { Context } from '#platform/context.ts'
import { AppError } from '#platform/error.ts'
import { defineTool, type Tool } from '#platform/tool.ts'
import type { ToolScope } from '../teammates/tools/tool-scope.ts'

/** Paths as a model may write them, with a slash in front or without. */
export const filePath = StoragePath.describe('Such as "Customer service/Returns.md"')
export const entryPath = StoragePath.describe('Of a file or folder, such as "Customer service/Returns.md"')
export const topPath = (what: string) =>
  StoragePath.default('/').describe(`${what}; without it, everything you may read`)

/** Where a list or a text is to continue. */
export const countFrom = (least: number) => z.int().min(least).max(1_000_000_000).default(least)

/** What a model can do about a refusal, by what was refused. */
const commonAdvice: Record<string, string> = {
  STORAGE_CONTENT_CHANGED: 'Nothing was written. Read the file again with storage.read_file before you change it.',
  STORAGE_PATH_CONFLICT: 'Choose another name or another folder.',
  not_found: 'storage.list shows which paths there are.',
  unprocessable: 'storage.read_file shows the current text.',
}

type Definition<Input> = {
  description: string
  input: z.ZodType<Input>
  call: (scope: ToolScope, input: Input) => Promise<unknown>
  /** What else a model can do, by the code of the refusal. */
  advice?: Record<string, string>
  is_read_only?: boolean
  is_available?: (ctx: Context) => Promise<boolean>
  /** Whether a refusal has the contract's words and no others. */
  literal?: boolean
}

/** A tool of the storage: a refusal says what to do about it, and a bug reveals nothing. */
export function storageTool<Input>(
  name: string,
  { call, literal = false, advice = {}, ...about }: Definition<Input>,
): Tool<ToolScope> {
  return defineTool(`storage.${name}`, {
    ...about,
    async call(scope: ToolScope, input: Input) {
      try {
        return await call(scope, input)
      } catch (error) {
        if (error instanceof AppError) throw literal ? error : withHint(error, { ...commonAdvice, ...advice })
        scope.signal.throwIfAborted()
        scope.ctx.log.error({ err: error, tool: name }, 'a tool of the storage failed')
        throw new AppError('unavailable', 'The storage could not do this. Try again once, and then say so.')
      }
    },
  })
}

/** A refusal of the storage with what a model can do about it. */
export function withHint(error: AppError, advice: Record<string, string> = commonAdvice): AppError {
  const next = advice[error.code ?? ''] ?? advice[error.kind]
  if (!next) return error
  return new AppError(error.kind, `${error.message.replace(/\.$/, '')}. ${next}`, { cause: error })
}
