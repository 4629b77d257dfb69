import type { RequestListener } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { echo, serve } from '#testing/servers/loopback-server.ts'
import { createOutbound } from './outbound.ts'
import { OutboundRefused } from './refused.ts'

function outbound(max_redirects?: number) {
  const made = createOutbound({
    allow: ['127.0.0.1'],
    timeout_ms: 5_000,
    ...(max_redirects !== undefined && { max_redirects }),
  })
  onTestFinished(() => made[Symbol.asyncDispose]())
  return made
}

const redirectTo =
  (location: string, status = 302): RequestListener =>
  (request, response) => {
    request.resume()
    response.writeHead(status, { location }).end('moved')
  }

test('a redirect to a forbidden address or scheme is refused, at the end of a chain as well', async () => {
  const { fetch } = outbound()
  for (const location of ['http://169.254.169.254/', 'http://[::1]/', 'file:///etc/passwd', 'http://a:b@127.0.0.1/']) {
    const last = await serve(redirectTo(location, 307))
    const first = await serve(redirectTo(`${last.url}/on`))
    await expect(fetch(first.url)).rejects.toBeInstanceOf(OutboundRefused)
  }
  const odd = await serve(redirectTo('http://[bad'))
  await expect(fetch(odd.url)).rejects.toThrow('redirects to no valid address')
})

test('redirects are followed up to a limit, relative ones too', async () => {
  const { url } = await serve((request, response) => {
    const left = Number(request.url?.slice(1))
    if (left === 0) response.end('arrived')
    else response.writeHead(302, { location: `/${left - 1}` }).end()
  })
  const { fetch } = outbound()
  expect(await (await fetch(`${url}/5`)).text()).toBe('arrived')
  await expect(fetch(`${url}/6`)).rejects.toThrow('redirects too many times')
  await expect(outbound(0).fetch(`${url}/1`)).rejects.toThrow('too many times')
  expect((await fetch(`${url}/1`, { redirect: 'manual' })).status).toBe(302)
  await expect(fetch(`${url}/1`, { redirect: 'error' })).rejects.toThrow('which is not expected here')
})

test('secrets stay behind when a redirect leaves the origin, and travel on when it does not', async () => {
  const target = await serve(echo)
  const away = await serve(redirectTo(`${target.url}/away`))
  const home = await serve((request, response) =>
    request.url === '/home' ? echo(request, response) : redirectTo('/home')(request, response),
  )
  const secrets = {
    authorization: 'Bearer x',
    cookie: 'a=b',
    'api-key': 'x',
    'x-api-key': 'x',
    'x-goog-api-key': 'x',
    'proxy-authorization': 'x',
    'x-auth-token': 'x',
  }
  const headers = { ...secrets, accept: 'text/x-test' }
  const { fetch } = outbound()

  const there = await (await fetch(away.url, { headers })).json()
  expect(there).toMatchObject({ url: '/away', headers: { accept: 'text/x-test', host: new URL(target.url).host } })
  for (const name of Object.keys(secrets)) expect(there).not.toHaveProperty(['headers', name])

  expect(await (await fetch(home.url, { headers })).json()).toMatchObject({ url: '/home', headers: secrets })
})

test('a redirected POST becomes a GET without body, except where 307 and 308 keep it', async () => {
  const target = await serve(echo)
  const { fetch } = outbound()
  const post = async (status: number, method = 'POST') => {
    const { url } = await serve(redirectTo(target.url, status))
    return (await fetch(url, { method, body: '{"a":1}', headers: { 'content-type': 'application/json' } })).json()
  }
  for (const status of [301, 302, 303]) {
    const seen = await post(status)
    expect(seen).toMatchObject({ method: 'GET', body: '' })
    expect(seen).not.toHaveProperty(['headers', 'content-type'])
  }
  for (const status of [307, 308]) expect(await post(status)).toMatchObject({ method: 'POST', body: '{"a":1}' })
  expect(await post(302, 'PUT')).toMatchObject({ method: 'PUT', body: '{"a":1}' })
})

test('a body that is a stream is sent, and refused where a redirect would need it twice', async () => {
  const target = await serve(echo)
  const moved = await serve(redirectTo(target.url, 307))
  const { fetch } = outbound()
  const stream = () => ({ method: 'POST', body: new Blob(['streamed']).stream(), duplex: 'half' as const })
  expect(await (await fetch(target.url, stream())).json()).toMatchObject({ body: 'streamed' })
  await expect(fetch(moved.url, stream())).rejects.toThrow('cannot be sent twice')
})
