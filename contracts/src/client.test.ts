import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiError, createClient } from './client.ts'

let answer: (response: ServerResponse) => void = () => undefined
const server = createServer((_request, response) => answer(response))
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise((resolve) => server.close(resolve)))

const failure = async () => {
  const { port } = server.address() as AddressInfo
  const { send } = createClient({ baseUrl: `http://127.0.0.1:${port}` })
  const error = await send({ method: 'GET', path: '/health', body: undefined }).catch((cause: unknown) => cause)
  return error instanceof ApiError ? { kind: error.kind, status: error.status } : error
}

test('an answer that is cut on its way is none', async () => {
  answer = (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
    response.write('{"status":', () => response.destroy())
  }
  expect(await failure()).toEqual({ kind: 'network', status: undefined })
})

test('a page of a proxy in place of an answer is none', async () => {
  answer = (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in</h1>')
  expect(await failure()).toEqual({ kind: 'network', status: undefined })
})

test('a page of a proxy in place of a refusal refuses by its status', async () => {
  answer = (response) => void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>')
  expect(await failure()).toEqual({ kind: 'refused', status: 502 })
})
