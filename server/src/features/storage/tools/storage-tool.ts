import { z } from 'zod'
import { StoragePath } from '#contracts/storage-path.ts'
import { AppError } from '#platform/error.ts'
import { defineTool, type Tool } from '#platform/tool.ts'
import type { ToolScope } from '../../teammates/tool-scope.ts'

/** A path as a model may write it, with a slash in front or without. */
export const pathOf = (what: string) => StoragePath.describe(`${what}, such as "Customer service/Returns.md"`)

/** Where a list or a text is to go on. */
export const countFrom = (least: number) => z.int().min(least).max(1_000_000_000).default(least)

/** What a model can do about a refusal, by what was refused. */
const advice: Record<string, string> = {
  STORAGE_CONTENT_CHANGED: 'Nothing was written. Read the file again with storage.read_file before you change it.',
  STORAGE_PATH_CONFLICT: 'Choose another name or another folder.',
  SEMANTIC_SEARCH_UNAVAILABLE: 'Use storage.search instead: it finds exact words, so look for one or two at a time.',
  not_found: 'storage.list shows which paths there are.',
  unprocessable: 'storage.read_file shows what stands there.',
}

type Definition<Input> = {
  description: string
  input: z.ZodType<Input>
  call: (scope: ToolScope, input: Input) => Promise<unknown>
}

/** A tool of the storage: what it refuses is told together with what to do about it. */
export function storageTool<Input>(name: string, { call, ...about }: Definition<Input>): Tool<ToolScope> {
  return defineTool(`storage.${name}`, {
    ...about,
    async call(scope: ToolScope, input: Input) {
      try {
        return await call(scope, input)
      } catch (error) {
        throw error instanceof AppError ? advised(error) : error
      }
    },
  })
}

function advised(error: AppError): AppError {
  const next = advice[error.code ?? ''] ?? advice[error.kind]
  if (!next) return error
  return new AppError(error.kind, `${error.message.replace(/\.$/, '')}. ${next}`, { cause: error })
}
