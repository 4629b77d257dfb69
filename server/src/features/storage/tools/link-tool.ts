import { z } from 'zod'
import { mintLink } from '../links/mint-link.ts'
import { filePath, storageTool } from '../storage-tool.ts'

const getTempFileUrl = storageTool('get_temp_file_url', {
  literal: true,
  description:
    'Gives a temporary address of an indexable file (txt, md, csv, xlsx, docx, pdf, pptx) for handing it to another service. It opens without a sign-in, until you have answered.',
  input: z.object({ path: filePath }),
  async call({ ctx, teammate, run }, { path }) {
    const { url, expires_at } = await mintLink(ctx, teammate, { path, run_id: run.id })
    return { url, expires_at: expires_at.toISOString(), note: 'It stops working as soon as you have answered.' }
  },
})

export const tools = [getTempFileUrl]
