// A saved message by a Mastra agent with its memory on PostgreSQL, behind a bare Fastify route. It runs in a folder in which
// its packages are installed (`bench/agent-rivals.ts`).
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { Mastra } from '@mastra/core'
import { Agent } from '@mastra/core/agent'
import { Memory } from '@mastra/memory'
import { PostgresStore } from '@mastra/pg'
import fastify from 'fastify'

const model = createOpenAICompatible({ name: 'local', baseURL: process.env.BENCH_MODEL_URL }).chatModel('demo')
const storage = new PostgresStore({ id: 'storage', connectionString: process.env.BENCH_DATABASE_URL, max: 16 })
const memory = new Memory({ storage, options: { lastMessages: 20 } })
const agent = new Agent({ id: 'robin', name: 'Robin', instructions: 'You answer customers.', model, memory })
const mastra = new Mastra({ agents: { agent }, storage, logger: false })
await storage.init()

const server = fastify()
server.post('/chat', async ({ body }) => {
  const { text } = await mastra
    .getAgent('agent')
    .generate(body.message, { memory: { thread: body.conversation, resource: body.contact } })
  return { text }
})
const url = await server.listen({ port: 0, host: '127.0.0.1' })
process.stdout.write(`${JSON.stringify({ url })}\n`)
process.on('SIGTERM', () => process.exit(0))
