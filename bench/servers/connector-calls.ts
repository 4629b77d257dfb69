import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { z } from 'zod'
import { describeEndpoint } from '#contracts/endpoint.ts'
import { callTool } from '#features/runs/agent/call-tool.ts'
import { openToolbox } from '#features/runs/agent/toolbox.ts'
import { namedTools } from '#features/runs/tools/read-tools.ts'
import { newId } from '#platform/id.ts'
import { route } from '#platform/route.ts'

const Asked = z.object({
  tool: z.string(),
  url: z.string(),
  called: z.string(),
  input: z.record(z.string(), z.unknown()),
  calls: z.int(),
})

/** A connector's tool as a run calls it, in turns with the official client, which stays connected, in the same process. */
export const connectorCalls = route(
  describeEndpoint('POST /bench/{employee_id}/connector', { summary: 'Calls of a connector', body: Asked }),
  {
    caller: 'teammate_key',
    async serve(ctx, { body: { tool: name, url, called, input, calls } }) {
      const { teammate } = ctx
      const toolbox = openToolbox(await namedTools(ctx, teammate, [name]), { lazy: false, loaded: [] })
      const { signal } = new AbortController()
      const run = { id: newId(), conversation_id: null, user_id: null, channel: null, attempts: 1, seq: 1 }
      const saveRunFile = () => Promise.reject(new Error('There is no run that could keep a file'))
      const scope = { ctx, teammate, run, depth: 0, signal, saveRunFile }
      const client = new Client({ name: 'bench', version: '1' }, { versionNegotiation: { mode: 'auto' } })
      await client.connect(new StreamableHTTPClientTransport(new URL(url)))
      const through: number[] = []
      const alone: number[] = []
      for (let n = 0; n < calls; n++) {
        through.push(
          await timeOf(async () => {
            const { output, is_error } = await callTool(toolbox, scope, { id: String(n), name, input })
            if (is_error) throw new Error(String(output))
          }),
        )
        alone.push(await timeOf(() => client.callTool({ name: called, arguments: input })))
      }
      await client.close()
      return { through, alone }
    },
  },
)

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}
