import { z } from 'zod'
import { defineTool } from '#platform/tool.ts'
import type { ToolScope } from '../../teammates/tool-scope.ts'
import { mintLink } from '../links/mint-link.ts'
import { pathOf } from './storage-tool.ts'

// A refusal has the contract's words and no others.
const getTempFileUrl = defineTool('storage.get_temp_file_url', {
  description:
    'Gives a temporary address of an indexable file (txt, md, csv, xlsx, docx, pdf, pptx) for handing it to another service. It opens without a sign-in, until you have answered.',
  input: z.object({ path: pathOf('A file') }),
  async call({ ctx, teammate, run }: ToolScope, { path }) {
    const { url, expires_at } = await mintLink(ctx, teammate, { path, run_id: run.id })
    return { url, expires_at: expires_at.toISOString(), note: 'It stops working as soon as you have answered.' }
  },
})

export const tools = [getTempFileUrl]
