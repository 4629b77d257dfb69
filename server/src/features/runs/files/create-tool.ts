import { z } from 'zod'
import { AppError } from '#platform/error.ts'
import { defineTool } from '#platform/tool.ts'
import type { ToolScope } from '../../teammates/tool-scope.ts'
import { keepFile } from './keep-file.ts'

/** In characters, as a model writes them; larger files are made by code. */
const MOST_CONTENT = 2_000_000

export const createFile = defineTool('files.create', {
  description:
    'Makes a file that is attached to your answer, such as a CSV table, an HTML page or a Markdown document. Do not repeat its content in the answer.',
  timeoutMs: 30_000,
  input: z.object({
    name: z.string().min(1).describe('With its extension, without folders: report.csv'),
    content: z.string().max(MOST_CONTENT),
    encoding: z.enum(['text', 'base64']).default('text'),
  }),
  async call({ ctx, run }: ToolScope, { name, content, encoding }) {
    const bytes = Buffer.from(content, encoding === 'text' ? 'utf8' : 'base64')
    if (encoding === 'base64' && bytes.toString('base64').replace(/=+$/, '') !== content.replace(/\s|=+$/g, '')) {
      throw new AppError('unprocessable', 'The content is no base64')
    }
    const file = await keepFile(ctx, run, { name, bytes })
    return { file_id: file.id, name: file.name, size: file.size }
  },
})
