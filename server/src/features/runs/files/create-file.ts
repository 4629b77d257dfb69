import { z } from 'zod'
import { readBase64 } from '#platform/base64.ts'
import { AppError } from '#platform/error.ts'
import { defineTool } from '#platform/tool.ts'
import type { ToolScope } from '../../teammates/tools/tool-scope.ts'

/** In characters, for text that a model writes; larger files are created by code. */
const MAX_CONTENT_CHARACTERS = 2_000_000

export const createFile = defineTool('files.create', {
  description:
    'Makes a file that is attached to your answer, such as a CSV table, an HTML page or a Markdown document. Do not repeat its content in the answer.',
  timeoutMs: 30_000,
  input: z.object({
    name: z.string().min(1).describe('With its extension, without folders: report.csv'),
    content: z.string().max(MAX_CONTENT_CHARACTERS),
    encoding: z.enum(['text', 'base64']).default('text'),
  }),
  async call({ saveRunFile }: ToolScope, { name, content, encoding }) {
    const bytes = encoding === 'text' ? Buffer.from(content) : readBase64(content)
    if (bytes === null) throw new AppError('unprocessable', 'The content is no base64')
    const file = await saveRunFile({ name, bytes })
    return { file_id: file.id, name: file.name, size: file.size }
  },
})
