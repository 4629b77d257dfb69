// Uploads of 1 MB and 10 MB against a bare Fastify handler that streams the form's file to the disk. Goal: at least 0.8
// times its uploads a second, and memory that does not grow with the files.
import { type Memory, startChild } from './lib/children.ts'
import { compare } from './lib/compare.ts'
import { form, formHeaders, fresh } from './lib/forms.ts'
import { load } from './lib/load.ts'
import { openStage } from './lib/stage.ts'

const MB = 1024 * 1024
const seconds = Number(process.argv[2] ?? 4)
await using stage = await openStage({ nodeOptions: '--expose-gc' })
const bare = await startChild<{ url: string }>('bench/servers/bare-files.ts', { NODE_OPTIONS: '--expose-gc' })
const { url, key } = stage.alongside.ready
const authorization = { authorization: `Bearer ${key}` }

for (const [size, clients] of [
  [1, 1],
  [1, 8],
  [10, 1],
  [10, 8],
] as const) {
  const file = Buffer.alloc(size * MB, 'x')
  const shot = (path: string, headers: Record<string, string>) => (client: number, round: number) => ({
    path,
    headers: { ...formHeaders, ...headers },
    bytes: form(`${client}-${round % 50}.log`, fresh(file)),
  })
  for (const floor of ['/upload', '/upload-synced']) {
    await compare(
      `${size} MB, ${clients} at once, against a handler that ${floor === '/upload' ? 'writes' : 'writes and syncs'}`,
      3,
      () => load(url, shot('/api/private/storage/upload', authorization), { clients, seconds }),
      () => load(bare.ready.url, shot(floor, {}), { clients, seconds }),
    )
  }
  const memory = ({ resident }: Memory) => `${Math.round(resident / MB)} MB`
  console.log(`  resident: floor ${memory(await bare.memory())}, alongside ${memory(await stage.alongside.memory())}\n`)
}
await bare.stop()
