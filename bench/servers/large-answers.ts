// An API whose answers are files of megabytes, for `large-answers`: the query says what of.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const [, , ...secrets] = process.argv
const MB = 1024 * 1024
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const files: Record<string, Buffer> = {
  text: Buffer.alloc(9 * MB, 'a line of what is no secret at all\n'),
  secrets: Buffer.alloc(9 * MB, `${secrets.join('\n')}\nand a line of what is no secret at all\n`),
  picture: Buffer.concat([PNG, Buffer.alloc(9 * MB, 7)]),
}

const server = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? '/', 'http://localhost')
  response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(files[searchParams.get('of') ?? ''])
}).listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}`, kinds: Object.keys(files) })}\n`)
})
process.on('SIGTERM', () => process.exit(0))
