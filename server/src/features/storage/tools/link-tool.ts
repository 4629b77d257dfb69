import { z } from 'zod'
import { HOSTED_CHANNEL } from '#contracts/mcp.ts'
import { mintLink } from '../links/mint-link.ts'
import { filePath, storageTool } from '../storage-tool.ts'

const getTempFileUrl = storageTool('get_temp_file_url', {
  literal: true,
  description:
    'Gives a temporary address of an indexable file (txt, md, csv, xlsx, docx, pdf, pptx) for handing it to another service. It opens without a sign-in, for as long as the result says.',
  input: z.object({ path: filePath }),
  async call({ ctx, teammate, run }, { path }) {
    // A program reads the result once the run that is its call has ended.
    const isHosted = run.channel === HOSTED_CHANNEL
    const { url, expires_at } = await mintLink(ctx, teammate, { path, run_id: isHosted ? null : run.id })
    const note = isHosted ? 'It stops working after ten minutes.' : 'It stops working as soon as you have answered.'
    return { url, expires_at: expires_at.toISOString(), note }
  },
})

export const tools = [getTempFileUrl]
