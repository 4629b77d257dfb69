import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { echo, serve } from '#testing/servers/loopback-server.ts'
import type { Resolve } from './guard.ts'
import { createOutbound } from './outbound.ts'
import { readLimited } from './read-limited.ts'
import { OutboundRefused } from './refused.ts'

function outbound(allow: string[] = ['127.0.0.1'], more: { resolve?: Resolve; timeout_ms?: number } = {}) {
  const made = createOutbound({ allow, timeout_ms: 5_000, ...more })
  onTestFinished(() => made[Symbol.asyncDispose]())
  return made
}

test('an address inside a private network is refused in every way of writing it', async () => {
  const { fetch } = outbound([])
  const refused = {
    'http://127.0.0.1/': 'The address 127.0.0.1 is not reachable from here: loopback.',
    'http://10.0.0.1/': 'The address 10.0.0.1 is not reachable from here: private network.',
    'http://172.16.0.1/': /private network/,
    'http://192.168.1.1/': /private network/,
    'http://169.254.169.254/latest/meta-data': /link-local network/,
    'http://168.63.129.16/machine?comp=goalstate': /cloud metadata service/,
    'http://[::ffff:168.63.129.16]/': /cloud metadata service/,
    'http://[64:ff9b::a83f:8110]/': /cloud metadata service/,
    'http://100.100.100.200/latest/meta-data': /carrier-grade NAT/,
    'http://192.0.0.192/latest': /reserved/,
    'http://169.254.170.2/v2/credentials': /link-local network/,
    'http://[fd00:ec2::254]/latest': /private network/,
    'http://[fd20:ce::254]/': /private network/,
    'http://100.64.0.1/': /carrier-grade NAT/,
    'http://0.0.0.0/': /unspecified/,
    'http://0.1.2.3/': /unspecified/,
    'http://224.0.0.1/': /multicast/,
    'http://255.255.255.255/': /broadcast/,
    'http://240.0.0.1/': /reserved range/,
    'http://198.18.0.1/': /reserved range/,
    'http://192.0.2.1/': /documentation/,
    'http://203.0.113.9/': /documentation/,
    'http://2130706433/': /127\.0\.0\.1 .* loopback/,
    'http://0x7f000001/': /127\.0\.0\.1 .* loopback/,
    'http://0177.0.0.1/': /127\.0\.0\.1 .* loopback/,
    'http://127.1/': /127\.0\.0\.1 .* loopback/,
    'http://①②⑦.0.0.1/': /127\.0\.0\.1 .* loopback/,
    'http://127.0.0.1./': /127\.0\.0\.1 .* loopback/,
    'http://[::1]/': /loopback/,
    'http://[::]/': /unspecified/,
    'http://[fe80::1]/': /link-local/,
    'http://[fc00::1]/': /private network/,
    'http://[fd12:3456::1]/': /private network/,
    'http://[fec0::1]/': /private network/,
    'http://[ff02::1]/': /multicast/,
    'http://[2001:db8::1]/': /documentation/,
    'http://[::ffff:10.0.0.1]/': /private network/,
    'http://[::ffff:7f00:1]/': /loopback/,
    'http://[::127.0.0.1]/': /not reachable from here/,
    'http://[64:ff9b::10.0.0.1]/': /private network/,
    'http://[64:ff9b:1::1]/': /reserved range/,
    'http://[2002:a00:1::]/': /reserved range/,
    'http://[2001:0::1]/': /reserved range/,
    'http://[4000::1]/': /reserved range/,
  }
  for (const [url, message] of Object.entries(refused)) {
    const failure = fetch(url)
    await expect(failure, url).rejects.toThrow(message)
    await expect(failure).rejects.toBeInstanceOf(OutboundRefused)
  }
})

test('only http and https are spoken, and never with credentials in the address', async () => {
  const { fetch } = outbound()
  for (const url of ['file:///etc/passwd', 'ftp://example.com/', 'data:text/plain,hello', 'gopher://127.0.0.1/'])
    await expect(fetch(url)).rejects.toThrow('Only http and https addresses can be called')
  for (const url of ['http://user:pass@127.0.0.1/', 'http://user@example.com/'])
    await expect(fetch(url)).rejects.toThrow('A user name or password cannot be part of the address')
})

test('what the list allows by address, by CIDR or by host name is called', async () => {
  const { port, url } = await serve(echo)
  const resolve = async () => ['127.0.0.1']
  expect((await outbound(['127.0.0.1']).fetch(url)).status).toBe(200)
  expect((await outbound(['127.0.0.0/8']).fetch(url)).status).toBe(200)
  expect((await outbound(['Model.Internal'], { resolve }).fetch(`http://model.internal:${port}`)).status).toBe(200)
  expect((await outbound(['127.0.0.0/8'], { resolve }).fetch(`http://model.internal:${port}`)).status).toBe(200)
  expect((await outbound(['::ffff:127.0.0.1']).fetch(`http://[::ffff:127.0.0.1]:${port}`)).status).toBe(200)

  await expect(outbound(['10.0.0.0/8', '::1', 'localhost']).fetch(url)).rejects.toThrow(/loopback/)
  await expect(outbound(['model.internal'], { resolve }).fetch(`http://x.model.internal:${port}`)).rejects.toThrow(
    `The address 127.0.0.1 (x.model.internal) is not reachable from here: loopback.`,
  )
})

test('an entry of the list that cannot be understood is an error and not a hole', () => {
  for (const entry of ['10.0.0.0/99', '10.0.0', 'http://host', '*', ''])
    expect(() => createOutbound({ allow: [entry] })).toThrow('is neither an address, nor a CIDR, nor a host name')
})

test('localhost by name is refused like its address, over TLS too', async () => {
  await expect(outbound([]).fetch('https://localhost:8443')).rejects.toThrow(/\(localhost\) .* loopback/)
  const { port } = await serve(echo)
  await expect(outbound([]).fetch(`http://localhost:${port}`)).rejects.toThrow(/\(localhost\) .* loopback/)
})

test('a name with a public and a private address is refused as a whole', async () => {
  const resolve = async () => ['93.184.215.14', '10.0.0.7']
  await expect(outbound([], { resolve }).fetch('http://trick.test/')).rejects.toThrow(
    'The address 10.0.0.7 (trick.test) is not reachable from here: private network.',
  )
})

test('the address that was checked is the one that is connected, and a new connection is checked again', async () => {
  const { port, server } = await serve(echo)
  const answers = [['127.0.0.1'], ['10.0.0.1']]
  let asked = 0
  const { fetch } = outbound(['127.0.0.1'], { resolve: async () => answers[asked++] ?? ['10.0.0.1'] })

  const first = await fetch(`http://turncoat.test:${port}/`)
  expect(await first.json()).toMatchObject({ headers: { host: `turncoat.test:${port}` } })
  expect(asked).toBe(1)

  const closed = once(server, 'close')
  server.closeAllConnections()
  server.close()
  await closed
  await expect(fetch(`http://turncoat.test:${port}/`)).rejects.toThrow(/10\.0\.0\.1 \(turncoat\.test\)/)
})

test('a name that leads nowhere says so', async () => {
  await expect(outbound([], { resolve: async () => [] }).fetch('http://void.test')).rejects.toThrow(
    'leads to no address',
  )
})

test('it stands in for the global fetch: requests, forms, searches and bytes arrive as they would there', async () => {
  const { url } = await serve(echo)
  const fetch: typeof globalThis.fetch = outbound().fetch

  const request = new Request(`${url}/request`, { method: 'PATCH', body: 'x', headers: { 'x-mine': '1' } })
  const patched = await (await fetch(request)).json()
  expect(patched).toMatchObject({ method: 'PATCH', url: '/request', body: 'x', headers: { 'x-mine': '1' } })

  const form = new FormData()
  form.set('file', new Blob(['bytes']), 'a.txt')
  expect(await (await fetch(new URL(url), { method: 'POST', body: form })).json()).toMatchObject({
    headers: { 'content-type': expect.stringMatching(/^multipart\/form-data; boundary=/) },
    body: expect.stringContaining('filename="a.txt"'),
  })

  const search = await (await fetch(url, { method: 'POST', body: new URLSearchParams({ q: 'ż' }) })).json()
  expect(search).toMatchObject({ body: 'q=%C5%BC', headers: { 'content-type': expect.stringContaining('urlencoded') } })

  const bytes = await (await fetch(url, { method: 'POST', body: Buffer.from('raw') })).json()
  expect(bytes).toMatchObject({ body: 'raw', headers: { 'content-length': '3' } })
})

test('a connection is used again for the next call', async () => {
  const { url, server } = await serve(echo)
  let connections = 0
  server.on('connection', () => connections++)
  const { fetch } = outbound()
  for (let i = 0; i < 20; i++) await (await fetch(url, { method: 'POST', body: 'x' })).text()
  // A connection counts as busy for a moment after its body was read, so two may take turns.
  expect(connections).toBeLessThanOrEqual(2)
})

test('fifty answers stream at once', async () => {
  const waiting: (() => void)[] = []
  const { url } = await serve((_request, response) => {
    response.write('begun ')
    waiting.push(() => response.end('ended'))
    if (waiting.length === 50) for (const finish of waiting) finish()
  })
  const { fetch } = outbound()
  const answers = await Promise.all(Array.from({ length: 50 }, async () => (await fetch(url)).text()))
  expect(answers).toEqual(Array.from({ length: 50 }, () => 'begun ended'))
})

test('a signal ends a call that waits, and a silent server ends by itself', async () => {
  const { url } = await serve(() => undefined)
  await expect(outbound().fetch(url, { signal: AbortSignal.timeout(20) })).rejects.toThrow(/timeout/)
  await expect(outbound(['127.0.0.1'], { timeout_ms: 50 }).fetch(url)).rejects.toThrow('fetch failed')
})

test('an answer is read whole up to the limit, and dropped beyond it', async () => {
  let dropped = false
  const { url } = await serve((request, response) => {
    if (request.url === '/small') return void response.end('1234')
    if (request.url === '/none') return void response.writeHead(204).end()
    response.on('close', () => {
      dropped = !response.writableFinished
    })
    const pour = () => {
      while (response.write(Buffer.alloc(16_384)));
      response.once('drain', pour)
    }
    pour()
  })
  const { fetch } = outbound()
  expect((await readLimited(await fetch(`${url}/small`), 4)).toString()).toBe('1234')
  expect((await readLimited(await fetch(`${url}/none`), 4)).length).toBe(0)
  await expect(readLimited(await fetch(`${url}/small`), 3)).rejects.toThrow('longer than the 3 bytes')
  await expect(readLimited(await fetch(`${url}/endless`), 100_000)).rejects.toBeInstanceOf(OutboundRefused)
  await expect.poll(() => dropped).toBe(true)
})

test('a WebSocket is opened under the same guard, by address and by name', async () => {
  const server = await serve((_request, response) => response.end())
  const url = new URL(server.url.replace('http:', 'ws:'))
  expect(() => outbound([]).openSocket(url, {})).toThrow(OutboundRefused)
  const named = new URL('ws://inside.example/')
  const resolve = async () => ['127.0.0.1']
  const [error] = await once(outbound([], { resolve }).openSocket(named, {}), 'error')
  expect(error).toBeInstanceOf(OutboundRefused)
  const allowed = outbound().openSocket(url, {})
  // It is reached, and speaks no WebSocket.
  const [, response] = await once(allowed, 'unexpected-response')
  expect(response.statusCode).toBe(200)
  allowed.on('error', () => undefined).terminate()
})
