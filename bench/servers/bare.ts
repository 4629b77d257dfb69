import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { streamText } from 'ai'
import fastify from 'fastify'
import pg from 'pg'

/** The layers: the least that a program on Fastify, `pg` and the AI SDK can do for the same result. */
const pool = new pg.Pool({ connectionString: process.env.BENCH_DATABASE_URL, max: 16 })
await pool.query(
  'create table if not exists bare_messages (id bigserial primary key, role text, content text, created_at timestamptz default now())',
)
await pool.query(
  'create table if not exists bare_runs (id bigserial primary key, status text, output text, created_at timestamptz default now())',
)
const model = createOpenAICompatible({ name: 'local', baseURL: process.env.BENCH_MODEL_URL ?? '' }).chatModel('demo')

const server = fastify({ bodyLimit: 8 * 1024 * 1024 })

server.post<{ Body: { message: string } }>('/chat', async ({ body }) => {
  await pool.query('insert into bare_messages (role, content) values ($1, $2)', ['user', body.message])
  const { textStream } = streamText({ model, prompt: body.message })
  let text = ''
  for await (const piece of textStream) text += piece
  await pool.query('insert into bare_messages (role, content) values ($1, $2)', ['assistant', text])
  return { text }
})

server.post<{ Body: { message: string } }>('/stream', async ({ body }, reply) => {
  const { textStream } = streamText({ model, prompt: body.message })
  reply.hijack()
  reply.raw.writeHead(200, { 'content-type': 'text/plain' })
  for await (const piece of textStream) reply.raw.write(piece)
  reply.raw.end()
})

/** Reads as many answers at once as are asked for, and returns how long that took. */
server.post<{ Body: { answers: number } }>('/consume', async ({ body }) => {
  const begun = performance.now()
  let tokens = 0
  const consume = async () => {
    for await (const piece of streamText({ model, prompt: 'Hello' }).textStream) if (piece) tokens += 1
  }
  await Promise.all(Array.from({ length: body.answers }, consume))
  return { tokens, seconds: (performance.now() - begun) / 1000 }
})

server.post<{ Body: { message: string } }>('/transaction', async ({ body }) => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const asked = await client.query('insert into bare_messages (role, content) values ($1, $2) returning id', [
      'user',
      body.message,
    ])
    await client.query('insert into bare_runs (status, output) values ($1, $2)', ['completed', body.message])
    await client.query('insert into bare_messages (role, content) values ($1, $2)', [
      'assistant',
      `You said ${body.message}`,
    ])
    await client.query('commit')
    return { id: asked.rows[0].id, answer: `You said ${body.message}` }
  } finally {
    client.release()
  }
})

/** Reads JSON and does nothing with it. */
server.post('/sink', async () => ({ ok: true }))

/** The same queries as ours, as text; given by the bench. */
server.post<{ Body: { name: string; text: string; values: unknown[] }[] }>('/queries', async ({ body }) => {
  prepared.splice(0, prepared.length, ...body)
  return { ok: true }
})
const prepared: { name: string; text: string; values: unknown[] }[] = []
server.get('/rows', async () => {
  const results = []
  for (const query of prepared) results.push((await pool.query(query)).rows)
  return results
})

const url = await server.listen({ port: 0, host: '127.0.0.1' })
process.stdout.write(`${JSON.stringify({ url })}\n`)
process.on('SIGTERM', () => process.exit(0))
