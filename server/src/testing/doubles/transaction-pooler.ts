import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'

const HEADER_BYTES = 5
const NOTIFICATION = 'A'.charCodeAt(0)

/**
 * What PgBouncer 1.18 in transaction mode is to a client that listens: no notification ever comes. Everything else is passed on, so
 * that only this tells the client.
 */
export async function startTransactionPooler(databaseUrl: string) {
  const database = new URL(databaseUrl)
  const pooler = createServer((client) => {
    const server = connect(Number(database.port || 5432), database.hostname)
    let pending: Buffer = Buffer.alloc(0)
    client.pipe(server)
    server.on('data', (bytes) => {
      pending = Buffer.concat([pending, bytes])
      while (pending.length >= HEADER_BYTES) {
        const end = 1 + pending.readUInt32BE(1)
        if (pending.length < end) return
        if (pending[0] !== NOTIFICATION) client.write(pending.subarray(0, end))
        pending = pending.subarray(end)
      }
    })
    server.on('close', () => client.destroy()).on('error', () => undefined)
    client.on('close', () => server.destroy()).on('error', () => undefined)
  })
  pooler.listen(0, '127.0.0.1')
  await once(pooler, 'listening')
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((pooler.address() as AddressInfo).port)
  return { url: url.href, [Symbol.asyncDispose]: async () => void pooler.close() }
}
