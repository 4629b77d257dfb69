import { text } from 'node:stream/consumers'
import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { VARIABLE_MASK } from '#contracts/variable-names.ts'
import { ownTestApp, startTestApp } from '#testing/app.ts'
import { startSteps } from '#testing/runs/started-flow.ts'
import { givenWorkflows } from '#testing/runs/workflows.ts'
import { serve } from '#testing/servers/loopback-server.ts'
import { givenVariables } from '#testing/variables.ts'

const app = await ownTestApp()
type Given = Parameters<typeof startSteps>[2]
const run = (code: string, more: object = {}, given: Given = {}) =>
  startSteps(app, { a: { type: 'run_code', code, ...more } }, given)

test('code reads what the flow has, says what it sees, and returns any JSON', async () => {
  const given = { input: { n: 20 } }
  const ran = await run('console.log("n is", input.n, { a: [1] }); return { twice: input.n * 2 }', {}, given)
  expect(await ran.result()).toEqual({ twice: 40 })
  const [step] = await ran.steps()
  expect(step?.payload.additional_data).toEqual({ console: 'n is 20 {"a":[1]}' })
  expect(await (await run('return await Promise.resolve(Object.keys(env))')).result()).toEqual([])
  expect(await (await run('const x = 1 // nothing returned')).result()).toBeNull()
  const failed = await run('\n\nnot.there()')
  expect(failed.executed).toMatchObject({
    error_code: 'STEP_FAILED',
    error: expect.stringMatching(/^ReferenceError: .*\(line 3\)$/),
  })
  expect((await run('throw { status: 404 }')).executed).toMatchObject({ error: '{"status":404}' })
})

test('a secret that code was given comes back masked, whichever way it comes', async () => {
  const { organization, create } = await givenVariables(app)
  await create('TOKEN', 's3cr3t-value', true)
  await create('CITY', 'Oslo')
  const named = { env_variables: ['TOKEN', 'CITY'] }
  const back = await run('console.log(env.TOKEN); return { [env.TOKEN]: env.CITY + " " + env.TOKEN }', named, {
    organization,
  })
  expect(await back.result()).toEqual({ [VARIABLE_MASK]: `Oslo ${VARIABLE_MASK}` })
  const thrown = await run('throw new Error(env.TOKEN)', named, { organization })
  expect(thrown.executed).toMatchObject({ error: `Error: ${VARIABLE_MASK} (line 1)` })
  const kept = JSON.stringify([await back.steps(), await thrown.steps()])
  expect(kept).not.toContain('s3cr3t-value')
  const missing = await run('return 1', { env_variables: ['TOKEN', 'NOPE', 'a.b'] }, { organization })
  expect(missing.executed).toMatchObject({ error: 'Organization variables not found: NOPE, a.b' })
  const outsider = await run('return env.TOKEN', { env_variables: ['TOKEN'] })
  expect(outsider.executed).toMatchObject({ error: 'Organization variables not found: TOKEN' })
})

test('what is wrong with code is reported before it runs', async () => {
  const { problems } = await givenWorkflows(app)
  const step = {
    type: 'run_code',
    code: 'return "{{not a placeholder}}"',
    env_variables: ['NOPE'],
    template_id: 'python',
  }
  expect(await problems({ a: step })).toEqual([
    { step: 'a', field: 'env_variables', message: 'Organization variables not found: NOPE' },
    { step: 'a', field: 'template_id', message: 'The template python is not allowed here' },
  ])
  expect((await run('return 1', { template_id: 'python' })).executed).toMatchObject({ error_code: 'STEP_FAILED' })
})

const TOOK_LONGER = 'The code took longer than 1 s'
/** For what ends by another limit, however slow the machine is. */
const PATIENCE_SECONDS = 240

/** Programs that mean harm, each with how it ends: an error, or a result without what it was after. */
const hostile: Record<string, [code: string, end: RegExp | object | null]> = {
  'an endless loop': ['for (;;);', /took longer/],
  'an endless chain of promises': ['const f = () => Promise.resolve().then(f); await f()', /took longer/],
  'a memory bomb': ['const a = []; for (;;) a.push(new Array(1e6).fill(7))', /memory/],
  'a huge text': ['let s = "x".repeat(1e6); for (;;) s += s', /too long|memory|took longer/],
  'a huge buffer': ['const a = []; for (;;) a.push(new Uint8Array(1e8))', /memory|invalid/i],
  'deep recursion': ['const f = () => f() + 1; return f()', /stack|memory/i],
  'a result too deep': ['let a = []; for (let i = 0; i < 1e5; i++) a = [a]; return a', /stack|memory|took longer/i],
  'a result too long': ['return "x".repeat(2e6)', /longer than 1000000/],
  'a regular expression that backtracks': ['return /^(a+)+$/.test("a".repeat(40) + "b")', /took longer/],
  'a promise that never resolves': ['await new Promise(() => {})', /never comes/],
  'a throwing getter': ['return { get a() { throw new Error("gotcha") } }', /gotcha/],
  'a throwing proxy': ['return new Proxy({}, { ownKeys() { throw new Error("gotcha") } })', /gotcha/],
  'an error that cannot be read': [
    'throw { get message() { throw this }, get stack() { throw this } }',
    /cannot be read/,
  ],
  'an error whose texts throw': [
    'throw { toString() { throw this }, name: { toString() { throw 1 } } }',
    /cannot be read/,
  ],
  'a thrown function whose text throws': [
    'throw Object.assign(() => 1, { toString() { throw new Error("gotcha") } })',
    /cannot be read/,
  ],
  'a result whose text throws': [
    'const a = { b: 1, toString() { throw new Error("gotcha") } }; console.log(a, a.toString); return a',
    { b: 1 },
  ],
  'a thenable that loops': ['return { then() { for (;;); } }', /took longer/],
  'a toJSON that loops': ['return { toJSON() { for (;;); } }', /took longer/],
  'a module': ['import fs from "node:fs"', /SyntaxError/],
  'a module at run time': ['return await import("node:fs")', /./],
  'a timer that nobody waits for': ['setTimeout(() => {}, 1e9); return [1]', [1]],
  'timers without end': ['setInterval(() => {}, 1); await new Promise(() => {})', /took longer/],
  'a timer that throws': ['setTimeout(() => not.there()); await new Promise(() => {})', /ReferenceError/],
  'words without end': [
    "return [...new Intl.Segmenter('en', { granularity: 'word' }).segment('a '.repeat(1.9e6))].length",
    /memory|took longer/,
  ],
  'a text that is too long for the host': ["return btoa('x'.repeat(5e6))", /too long/],
  'the world outside': [
    'return [typeof process, typeof require, typeof fetch, typeof WebAssembly]',
    Array(4).fill('undefined'),
  ],
  'the constructor of functions': ['return Function("return typeof process")()', /^undefined$/],
  'prototypes in what comes back': ['return JSON.parse(\'{"__proto__": {"admin": true}, "a": 1}\')', { a: 1 }],
  'intrinsics that were replaced': [
    'JSON.stringify = () => "9"; Promise.prototype.then = () => { for (;;); }; Array.prototype.map = null; return { a: 1 }',
    { a: 1 },
  ],
  'a way out of its function': ['})(); globalThis.x = 1; (async () => { return 7', /^7$/],
  'a hundred megabytes of talk': ['for (let i = 0; i < 1e4; i++) console.log("x".repeat(1e4)); return 1', null],
}

test('programs that mean harm end within their limits, and others are served meanwhile', async () => {
  let over = false
  let served = 0
  const watch = (async () => {
    while (!over) {
      expect((await app.anyone.get('/health')).status).toBe(200)
      served++
    }
  })()
  const ends = await Promise.all(
    Object.entries(hostile).map(async ([name, [code, end]]) => {
      const isEndless = end instanceof RegExp && end.test(TOOK_LONGER)
      const ran = await run(code, { timeout_seconds: isEndless ? 1 : PATIENCE_SECONDS })
      return { name, end, ran, result: await ran.result() }
    }),
  )
  over = true
  await watch
  const surprises = ends.flatMap(({ name, end, ran, result }) => {
    const outcome = ran.executed?.status === 'failed' ? ran.executed.error : result
    const isExpected =
      end instanceof RegExp ? end.test(String(outcome)) : end === null || isDeepStrictEqual(outcome, end)
    return isExpected ? [] : [[name, outcome]]
  })
  expect(surprises).toEqual([])
  expect(({} as { admin?: boolean }).admin).toBeUndefined()
  const talk = ends.find(({ name }) => name.startsWith('a hundred'))
  const [step] = (await talk?.ran.steps()) ?? []
  expect(step?.payload.additional_data.console.length).toBeLessThan(101_000)
  expect(served).toBeGreaterThan(10)
})

test('an operator’s sandbox runs the code instead, with the templates that are allowed', async () => {
  const asked: Record<string, unknown>[] = []
  let answer: object = { result: { ok: true }, output: 's3cr3t-value said' }
  const { url } = await serve(async (request, response) => {
    asked.push(JSON.parse(await text(request)))
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
  })
  const remote = await startTestApp({ env: { RUN_CODE_URL: url, RUN_CODE_TEMPLATE_IDS: 'python, node' } })
  try {
    const { organization, create } = await givenVariables(remote)
    await create('TOKEN', 's3cr3t-value', true)
    const ask = (template_id?: string) =>
      startSteps(
        remote,
        { a: { type: 'run_code', code: 'print(1)', env_variables: ['TOKEN'], ...(template_id && { template_id }) } },
        { organization, input: { n: 1 } },
      )
    const ran = await ask('python')
    expect(await ran.result()).toEqual({ ok: true })
    expect((await ran.steps())[0]?.payload.additional_data).toEqual({ console: `${VARIABLE_MASK} said` })
    const sent = {
      code: 'print(1)',
      input: { n: 1 },
      env: { TOKEN: 's3cr3t-value' },
      template_id: 'python',
      timeout_ms: 10_000,
    }
    expect(asked).toMatchObject([sent])
    expect((await ask('perl')).executed).toMatchObject({ error: 'The template perl is not allowed here' })
    expect(asked).toHaveLength(1)
    answer = { error: 'No: s3cr3t-value' }
    expect((await ask()).executed).toMatchObject({ error: `No: ${VARIABLE_MASK}` })
  } finally {
    await remote.close()
  }
})

test('four pieces of code run at once in a process, two of them of one organization, and the others wait', async () => {
  const free = Promise.withResolvers<void>()
  const running: string[] = []
  const most = { inAll: 0, ofOne: 0 }
  const { url } = await serve(async (request, response) => {
    const { code } = JSON.parse(await text(request))
    running.push(code)
    most.inAll = Math.max(most.inAll, running.length)
    most.ofOne = Math.max(most.ofOne, running.filter((each) => each === code).length)
    if (running.length === 4) free.resolve()
    await free.promise
    running.splice(running.indexOf(code), 1)
    response.setHeader('content-type', 'application/json').end('{"result":1}')
  })
  const remote = await startTestApp({ env: { RUN_CODE_URL: url } })
  try {
    const organizations = await Promise.all([1, 2, 3].map(() => remote.given.organization()))
    const asked = organizations.flatMap(({ organization }) =>
      [1, 2, 3, 4].map(() =>
        startSteps(remote, { a: { type: 'run_code', code: `"${organization.id}"` } }, { organization }),
      ),
    )
    for (const ran of await Promise.all(asked)) expect(await ran.result()).toBe(1)
    expect(most).toEqual({ inAll: 4, ofOne: 2 })
  } finally {
    await remote.close()
  }
})

test('what goes in and comes out of code is bounded in number, and what a key may not be is left out', async () => {
  const many = await run('return Array.from({ length: 300000 }, () => 1)')
  expect(many.executed).toMatchObject({ error: 'The result has more than 200000 values' })
  const named = await run('return JSON.parse(`{"__proto__":{"x":1},"__pro\\\\u0000to__":{"x":1},"y":2}`)')
  expect(JSON.stringify(await named.result())).toBe('{"y":2}')
})

test('a few lines of code are run while two organizations have code with limits of minutes', async () => {
  const busy = await Promise.all(
    Array.from({ length: 2 }, async () => {
      const given = await givenWorkflows(app)
      const steps = { a: { type: 'run_code', code: 'while (true) {}', timeout_seconds: 240 } }
      const { id } = await given.create(steps)
      const start = async () => (await given.client.post(`${given.path}/${id}/run`, {})).body
      return { given, started: await Promise.all([start(), start()]) }
    }),
  )
  expect(await (await run('return 1')).result()).toBe(1)
  for (const { given, started } of busy)
    for (const { run_id } of started) {
      expect((await given.client.get(`${given.path}/runs/${run_id}`)).body.status).toBe('running')
      await given.client.post(`${given.path}/runs/${run_id}/cancel`)
    }
})
