import type { FastifyRequest } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '#platform/config.ts'
import { startTestApp, testApp } from '#testing/app.ts'
import { onlyOnThisMachine } from './dev-sign-in.ts'

const app = await testApp()
const notFound = { status: 404, body: { success: false, error: 'Not found' } }

const development = loadConfig({ NODE_ENV: 'development' })
const production = { NODE_ENV: 'production', ENCRYPTION_KEY: 'ab'.repeat(32), SESSION_SECRET: 'ab'.repeat(32) }

type Asked = { address?: string; headers?: Record<string, string> }
const request = ({ address = '127.0.0.1', headers = {} }: Asked = {}) =>
  ({ socket: { remoteAddress: address }, headers: { host: 'localhost:3000', ...headers } }) as FastifyRequest

test('a developer at this machine is let in', () => {
  const hosts = ['localhost', 'localhost:3000', '127.0.0.1:3000', '127.8.8.8', '[::1]:3000']
  for (const host of hosts) onlyOnThisMachine(development, request({ headers: { host } }))
  for (const address of ['::1', '::ffff:127.0.0.1', '127.0.0.2']) onlyOnThisMachine(development, request({ address }))
  onlyOnThisMachine(development, request({ headers: { origin: 'http://localhost:5173' } }))
  onlyOnThisMachine(loadConfig({ NODE_ENV: 'test', LOCAL_DEV_AUTH_ENABLED: 'true' }), request())
})

test('production, the flag, and any place but development refuse whatever the address', () => {
  for (const env of [
    { ...production, BASE_URL: 'https://x.example' },
    { ...production, BASE_URL: 'https://x.example', LOCAL_DEV_AUTH_ENABLED: 'true' },
    { NODE_ENV: 'development', LOCAL_DEV_AUTH_ENABLED: 'false' },
    { NODE_ENV: 'test', LOCAL_DEV_AUTH_ENABLED: 'false' },
    { NODE_ENV: 'test' },
  ]) {
    expect(() => onlyOnThisMachine(loadConfig(env), request()), JSON.stringify(env)).toThrow('Not found')
  }
})

test('a request from another machine is refused, also when it comes through a proxy on this one', () => {
  for (const address of ['192.0.2.1', '10.0.0.1', '::ffff:10.0.0.1', '2001:db8::1', '0.0.0.0', '', 'x']) {
    expect(() => onlyOnThisMachine(development, request({ address })), address).toThrow('Not found')
  }
  const forwarded = request({ headers: { 'x-forwarded-for': '127.0.0.1' } })
  expect(() => onlyOnThisMachine(development, forwarded)).toThrow('Not found')
})

test('a host or an origin that is not this machine looks like a route that does not exist', async () => {
  const nowhere = await app.anyone.get('/api/nowhere')
  expect(nowhere).toMatchObject(notFound)
  for (const origin of [
    'https://evil.example',
    'null',
    'http://127.0.0.1.evil.example',
    'http://localhost.evil.example',
  ]) {
    expect(await app.anyone.get('/api/auth/dev/users', { origin })).toLookLike(nowhere)
    expect(await app.anyone.post('/api/auth/dev/login', {}, { origin })).toMatchObject(notFound)
  }
  for (const host of ['alongside.example', '127.0.0.1.evil.example', 'localhost.evil.example', '']) {
    expect(() => onlyOnThisMachine(development, request({ headers: { host } })), host).toThrow('Not found')
  }
})

test('the list of people says who they are and nothing more', async () => {
  const own = await startTestApp({ parts: ['web'] })
  onTestFinished(() => own.close())
  const ann = await own.given.user({ name: '  Ann ', is_admin: true })
  const bob = await own.given.user({ name: 'Bob', picture: 'https://pictures.test/bob.png' })
  const { status, body } = await own.anyone.get('/api/auth/dev/users')
  expect(status).toBe(200)
  expect(body.users).toEqual([
    { id: ann.id, name: 'Ann', email: ann.email, picture: null, is_admin: true },
    { id: bob.id, name: 'Bob', email: bob.email, picture: bob.picture, is_admin: false },
  ])
})

test('a place where the routes do not exist never learns of their limit', async () => {
  const own = await startTestApp({ env: { LOCAL_DEV_AUTH_ENABLED: 'false' }, parts: ['web'] })
  onTestFinished(() => own.close())
  for (let count = 0; count < 40; count++) {
    expect(await own.anyone.get('/api/auth/dev/users')).toMatchObject(notFound)
    expect(await own.anyone.post('/api/auth/dev/login', {})).toMatchObject(notFound)
  }
})
