/** The demo model behind a proxy that says how long it took: benches subtract that where only our own time counts. */
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startDemoModel } from '#features/models/demo-model/demo-model.ts'

const demo = await startDemoModel({ port: 0, tokens_per_second: null })
const { hostname, port, pathname } = new URL(demo.base_url)
/** Of each call its beginning and end, in milliseconds since 1970, which other processes can compare. */
let times: [number, number][] = []
const now = () => performance.timeOrigin + performance.now()

const server = createServer((incoming, response) => {
  const { url = '', method, headers } = incoming
  if (url.endsWith('/bench/times')) {
    response.end(JSON.stringify(times))
    times = []
    return
  }
  const begun = now()
  const call = request({ hostname, port, path: url, method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
    answer.on('end', () => times.push([begun, now()]))
  })
  call.on('error', () => response.destroy())
  incoming.pipe(call)
})
server.listen(0, '127.0.0.1', () => {
  const own = server.address() as AddressInfo
  process.stdout.write(`http://127.0.0.1:${own.port}${pathname.replace(/\/$/, '')}\n`)
})
process.once('SIGTERM', () => process.exit(0))
