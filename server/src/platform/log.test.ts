import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { AppError } from './error.ts'
import { createLog } from './log.ts'

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = []
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  write(createLog({ level: 'trace', pretty: false }, destination))
  return lines.join('')
}

const SECRET = 's3cr3t-value'

test('authorization, cookie, password, token, API-key and secret fields are written as a redaction marker', () => {
  const names = [
    'authorization',
    'Authorization',
    'cookie',
    'set-cookie',
    'password',
    'token',
    'wsToken',
    'ws_token',
    'accessToken',
    'refresh_token',
    'bot_token',
    'webchat-token',
    'api_key',
    'apiKey',
    'api-key',
    'x-api-key',
    'private_api_key',
    'secret',
    'client_secret',
    'SESSION_SECRET',
    'ENCRYPTION_KEY',
  ]
  for (const name of names) {
    const shapes = [
      { [name]: SECRET },
      { headers: { [name]: SECRET } },
      { request: { headers: { [name]: SECRET } } },
      { a: { b: { c: { d: { [name]: SECRET } } } } },
      { list: [{ [name]: SECRET }] },
      { [name]: { nested: SECRET } },
      { [name]: [SECRET] },
    ]
    for (const shape of shapes) {
      const line = logged((log) => log.info(shape, 'hello'))
      expect(line, `${name} ${JSON.stringify(shape)}`).not.toContain(SECRET)
      expect(line).toContain('[REDACTED]')
    }
  }
})

test('what only counts or names is written as it is', () => {
  const line = logged((log) => log.info({ input_tokens: 12, run_id: 'r1', key: 'k', tokens: 3, has_token: true }, 'x'))
  expect(JSON.parse(line)).toMatchObject({ input_tokens: 12, run_id: 'r1', key: 'k', tokens: 3 })
})

test('what a child logger knows is redacted too', () => {
  expect(logged((log) => log.child({ token: SECRET, deep: { cookie: SECRET } }).warn('x'))).not.toContain(SECRET)
})

test('an error is written with its stack, without the values of the statement that failed', () => {
  const query = new Error(`Failed query: insert into t values ($1)\nparams: ${SECRET}`, { cause: new Error('refused') })
  Object.assign(query, { query: 'insert into t values ($1)', params: [SECRET], token: SECRET })
  const line = logged((log) => log.error({ err: new Error('outer', { cause: query }) }, 'x'))
  expect(line).not.toContain(SECRET)
  expect(line).toContain('insert into t values ($1)')
  expect(line).toContain('refused')
  expect(line).toContain('log.test.ts')
  const failed = logged((log) =>
    log.error({ err: new AppError('conflict', 'outer', { cause: new TypeError('inner') }) }, 'x'),
  )
  expect(JSON.parse(failed).err).toMatchObject({ type: 'AppError', cause: { type: 'TypeError', message: 'inner' } })
})

test('what refers to itself or cannot be read does not stop the log', () => {
  const circle: Record<string, unknown> = { name: 'circle' }
  circle.self = circle
  expect(logged((log) => log.info({ circle, big: 1n, when: new Date(0), bytes: Buffer.from('x') }, 'x'))).toContain(
    '"msg":"x"',
  )
})

test('a line has the beginning of what is too long, however it is long', () => {
  const long = 'x'.repeat(2_000_000)
  const issues = Array.from({ length: 100_000 }, (_, nth) => ({ path: ['items', nth], message: `Not item ${nth}` }))
  const nested = Array.from({ length: 100 }, () => Array.from({ length: 100 }, () => issues))
  const keyed = Object.fromEntries(Array.from({ length: 100_000 }, (_, nth) => [`${long.slice(0, 100)}${nth}`, nth]))
  const failed = Object.assign(new Error(long, { cause: new Error(long) }), { body: long, [long]: 1 })
  for (const outside of [long, issues, nested, keyed, failed, Array(100_000).fill(1), Array(100_000).fill([])]) {
    const lines = [
      logged((log) => log.warn({ outside }, 'could not be read')),
      logged((log) => log.child({ outside }).warn('could not be read')),
    ]
    for (const line of lines) {
      expect(line.length).toBeLessThan(70_000)
      expect(JSON.parse(line)).toMatchObject({ msg: 'could not be read' })
    }
  }
  expect(logged((log) => log.warn({ issues }, 'x'))).toContain('Not item 0')
  // An error with a long text shows where it happened too.
  expect(logged((log) => log.error({ err: failed }, 'x'))).toContain('log.test.ts')
  expect(logged((log) => log.warn({}, long)).length).toBeLessThan(10_000)
})
