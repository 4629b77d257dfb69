import { expect, test } from 'vitest'
import { startCustomDouble } from '#testing/doubles/vendors/chat-completions.ts'
import { startConnectedVendor, VENDOR_KEY } from '#testing/doubles/vendors/connected-vendor.ts'
import type { Fault } from '#testing/doubles/vendors/vendor-double.ts'
import { failureIn, never } from '#testing/models/model-calls.ts'
import { echo, serve } from '#testing/servers/loopback-server.ts'
import type { AudioFile, ModelFailure, VendorConnection } from '../model-language.ts'
import { transcribeAudio } from './transcribe-audio.ts'

const vendors = ['vendor_1', 'vendor_2', 'vendor_3', 'vendor_5', 'custom'] as const
const withForms = ['vendor_1', 'vendor_5', 'custom'] as const

const bytes = Buffer.from([0x4f, 0x67, 0x67, 0x53, 0, 255, 13, 10, 128, 7])
/** As Telegram names and types it. */
const voice: AudioFile = { name: 'voice/file_7.oga', mime_type: 'audio/ogg', bytes }
const MODEL = 'hears-well'

const hear = (connection: VendorConnection, audio = voice, signal = never) =>
  transcribeAudio(connection, MODEL, audio, signal)

test.for(vendors)('%s: what is said comes back trimmed, with what was counted', async (provider) => {
  await using vendor = await startConnectedVendor(provider)
  vendor.double.reply({ text: ' Привет, это я.\n', usage: { input_tokens: 120, output_tokens: 9 }, seconds: undefined })
  const spoken = await hear(vendor.connection)
  expect(spoken.text).toBe('Привет, это я.')
  // xAI counts seconds alone.
  const usage = { input_tokens: 120, output_tokens: 9, cached_input_tokens: 0 }
  expect(spoken.usage).toEqual(provider === 'vendor_5' ? expect.objectContaining({ input_tokens: 32 }) : usage)
})

test.for(withForms)('%s is sent a form with the whole file, under a name that says its format', async (provider) => {
  await using vendor = await startConnectedVendor(provider)
  await hear(vendor.connection)
  const [request] = vendor.double.requests
  expect(request?.path).toBe(provider === 'vendor_5' ? '/v1/stt' : '/v1/audio/transcriptions')
  expect(request?.body).toEqual({
    ...(provider !== 'vendor_5' && { model: MODEL }),
    file: { name: 'audio.ogg', type: 'audio/ogg', bytes },
  })
})

test('OpenRouter is sent the audio as base64 within JSON', async () => {
  await using vendor = await startConnectedVendor('vendor_2')
  await hear(vendor.connection)
  expect(vendor.double.requests[0]?.body).toEqual({
    model: MODEL,
    input_audio: { data: bytes.toString('base64'), format: 'ogg' },
  })
})

test('Gemini is asked to write down what it hears, and no more than speech of that size can be', async () => {
  await using vendor = await startConnectedVendor('vendor_3')
  await hear(vendor.connection)
  const [request] = vendor.double.requests
  expect(request?.path).toBe(`/v1beta/models/${MODEL}:generateContent`)
  const { contents, generationConfig } = request?.body ?? {}
  expect(JSON.stringify(contents)).toContain('word for word')
  expect(JSON.stringify(contents)).toContain(bytes.toString('base64'))
  expect(generationConfig).toEqual({ maxOutputTokens: 2049 })
})

test.for([
  ['voice.oga', 'audio/ogg', 'audio.ogg'],
  ['voice', 'audio/ogg; codecs=opus', 'audio.ogg'],
  ['voice', 'audio/opus', 'audio.ogg'],
  ['song', 'audio/mpeg', 'audio.mp3'],
  ['memo.MP3', 'application/octet-stream', 'audio.mp3'],
  ['memo', 'AUDIO/X-M4A', 'audio.m4a'],
  ['note.mp4', 'video/mp4', 'audio.m4a'],
  ['clip', 'audio/webm;codecs=opus', 'audio.webm'],
  ['wave', 'audio/x-wav', 'audio.wav'],
  ['a".ogg\r\nx: y', 'audio/flac', 'audio.flac'],
  ['odd.constructor', 'audio/__proto__', null],
  ['call.amr', 'audio/amr', null],
  ['', '', null],
] as const)('%s of the type %s is sent as %s', async ([name, mime_type, sent]) => {
  await using vendor = await startConnectedVendor('vendor_1')
  const run = hear(vendor.connection, { name, mime_type, bytes })
  if (sent === null) {
    expect((await failureIn(run)).message).toBe(`OpenAI cannot read audio of this type (${mime_type}).`)
    expect(vendor.double.requests).toEqual([])
  } else {
    await run
    expect(vendor.double.requests[0]?.body.file).toMatchObject({ name: sent })
  }
})

test.for(['vendor_1', 'vendor_2', 'custom'] as const)('%s may count seconds, or nothing at all', async (provider) => {
  await using vendor = await startConnectedVendor(provider)
  vendor.double.reply({ text: 'Hello', seconds: 10 }, { text: 'Hello', usage: null })
  const spoken = { input_tokens: 320, output_tokens: 100, cached_input_tokens: 0 }
  expect(await hear(vendor.connection)).toEqual({ text: 'Hello', usage: spoken })
  expect(await hear(vendor.connection)).toEqual({ text: 'Hello', usage: null })
})

test.for(vendors)('%s: silence is a failure that has its price', async (provider) => {
  await using vendor = await startConnectedVendor(provider)
  vendor.double.reply({ text: provider === 'vendor_3' ? '[no speech]\n' : ' \n' })
  const { kind, message, usage } = await failureIn(hear(vendor.connection))
  expect({ kind, message }).toEqual({
    kind: 'nothing_understood',
    message: expect.stringMatching(/ understood nothing of the audio\.$/),
  })
  expect(usage).toMatchObject({ cached_input_tokens: 0 })
})

test('Gemini: a refusal to write and a text without an end are failures that are paid', async () => {
  await using vendor = await startConnectedVendor('vendor_3')
  vendor.double.reply({ text: '', finish: 'content_filter' }, { text: 'again and again and', finish: 'length' })
  const usage = { input_tokens: 10, output_tokens: 5 }
  expect(await failureIn(hear(vendor.connection))).toMatchObject({ kind: 'rejected', usage })
  expect(await failureIn(hear(vendor.connection))).toMatchObject({ kind: 'too_long', usage })
})

const faults: [Fault, ModelFailure['kind']][] = [
  [{ fault: 'status', status: 429, retry_after: 3 }, 'rate_limited'],
  [{ fault: 'status', status: 503 }, 'unavailable'],
  [{ fault: 'status', status: 400, message: 'The audio is too short' }, 'rejected'],
  [{ fault: 'drop' }, 'unavailable'],
  [{ fault: 'drop_midway' }, 'broken_stream'],
  [{ fault: 'garbage' }, 'broken_stream'],
  [{ fault: 'no_finish' }, 'broken_stream'],
]

test.for(vendors.flatMap((provider) => faults.map(([fault, kind]) => ({ provider, fault, kind }))))(
  '$provider: $fault.fault $fault.status is reported as $kind',
  async ({ provider, fault, kind }) => {
    await using vendor = await startConnectedVendor(provider)
    vendor.double.reply(fault)
    const failure = await failureIn(hear(vendor.connection))
    expect(failure).toMatchObject({ kind, usage: null, status: fault.fault === 'status' ? fault.status : undefined })
    if (kind === 'rejected') expect(failure.message).toContain('The audio is too short')
  },
)

test.for(vendors)('%s: a wrong key is unauthorized, and no key is ever repeated', async (provider) => {
  await using wrong = await startConnectedVendor(provider, 'sk-wrong-99887766554433221100')
  const refused = await failureIn(hear(wrong.connection))
  expect(refused.kind).toBe('unauthorized')
  expect(`${refused.message}${refused.stack}${JSON.stringify(refused)}`).not.toContain('99887766')

  await using right = await startConnectedVendor(provider)
  right.double.reply({ fault: 'status', status: 422, message: `Bad header: Bearer ${VENDOR_KEY} is odd` })
  const { message } = await failureIn(hear(right.connection))
  expect(message).toContain('is odd')
  expect(message).not.toContain(VENDOR_KEY)
})

for (const fault of ['hang', 'hang_midway'] as const) {
  test.for(vendors)(
    `%s: ${fault} ends with the caller’s reason or its time, and the vendor sees it`,
    async (provider) => {
      await using vendor = await startConnectedVendor(provider)
      const reason = new Error('The message was deleted')
      const ends = [reason, new DOMException('The time is up', 'TimeoutError')]
      for (const [at, end] of ends.entries()) {
        vendor.double.reply({ fault })
        const stop = new AbortController()
        const run = hear(vendor.connection, voice, stop.signal).catch((error: unknown) => error)
        await expect.poll(() => vendor.double.requests.length).toBe(at + 1)
        stop.abort(end)
        if (end === reason) expect(await run).toBe(reason)
        else expect(await run).toMatchObject({ name: 'ModelFailure', kind: 'timeout' })
        await expect.poll(() => vendor.double.aborted).toBe(at + 1)
      }
    },
  )
}

test.for(vendors)('%s: a call that was stopped before it began is not made', async (provider) => {
  await using vendor = await startConnectedVendor(provider)
  const reason = new Error('Never mind')
  await expect(hear(vendor.connection, voice, AbortSignal.abort(reason))).rejects.toBe(reason)
  expect(vendor.double.requests).toEqual([])
})

test.for(['vendor_4', 'vendor_6'] as const)('%s says that it cannot', async (provider) => {
  const failure = await failureIn(hear({ provider, api_key: 'key', base_url: null, fetch: nobody }))
  expect(failure.kind).toBe('rejected')
  expect(failure.message).toMatch(/^(Anthropic|ChatGPT plan) cannot turn speech into text\.$/)
})

test.for(vendors)('%s: what is empty or too large is not sent', async (provider) => {
  const connection = { provider, api_key: 'key', base_url: 'http://127.0.0.1:9', fetch: nobody }
  const maxMb = provider === 'vendor_3' ? 14 : 25
  const large = { ...voice, bytes: new Uint8Array(maxMb * 1024 * 1024 + 1) }
  expect((await failureIn(hear(connection, { ...voice, bytes: new Uint8Array() }))).message).toMatch(/nothing in it/)
  expect((await failureIn(hear(connection, large))).message).toMatch(`takes at most ${maxMb} MB of audio`)
})

test.for(vendors)('%s takes the largest audio that is sent', async (provider) => {
  await using vendor = await startConnectedVendor(provider)
  const large = { ...voice, bytes: new Uint8Array((provider === 'vendor_3' ? 14 : 25) * 1024 * 1024).fill(1) }
  expect((await hear(vendor.connection, large)).text).toBe('ok')
})

test.for(vendors)('%s without what it needs is not connected', async (provider) => {
  const { kind, message } = await failureIn(hear({ provider, api_key: null, base_url: null, fetch: nobody }))
  expect(kind).toBe('unauthorized')
  expect(message).toMatch(/is not connected/)
})

test('a server of one’s own that asks for no key is sent none, and its address may end with a slash', async () => {
  await using double = await startCustomDouble(null)
  const connection = { provider: 'custom' as const, api_key: null, base_url: `${double.base_url}/`, fetch }
  expect((await hear(connection)).text).toBe('ok')
  expect(double.requests[0]?.headers.authorization).toBeUndefined()
})

test('all goes through the fetch of the connection', async () => {
  for (const provider of vendors) {
    const called: string[] = []
    const own: typeof fetch = async (input) => {
      called.push(String(input))
      throw Object.assign(new Error('No'), { code: 'ADDRESS_REFUSED' })
    }
    const run = hear({ provider, api_key: 'key', base_url: 'http://10.0.0.1/v1', fetch: own })
    expect((await failureIn(run)).kind).toBe('refused_address')
    expect(called).toEqual([expect.stringMatching(/^http:\/\/10\.0\.0\.1\/v1\//)])
  }
})

test('an answer beyond any use fails, and an endless error is cut off', async () => {
  await using vendor = await startCustomDouble('key')
  const connection = { provider: 'custom' as const, api_key: 'key', base_url: vendor.base_url, fetch }
  vendor.reply({ text: 'x'.repeat(5_000_000) }, { fault: 'status', status: 400, message: 'x'.repeat(10_000_000) })
  expect(await failureIn(hear(connection))).toMatchObject({
    kind: 'too_long',
    message: 'The custom model server wrote more than an answer may have.',
  })
  expect((await failureIn(hear(connection))).kind).toBe('rejected')
})

test('a server that nobody reaches is not available', async () => {
  const connection = { provider: 'custom' as const, api_key: null, base_url: 'http://127.0.0.1:9/v1', fetch }
  expect((await failureIn(hear(connection))).kind).toBe('unavailable')
})

test('JSON without a text is no answer', async () => {
  const server = await serve(echo)
  const connection = { provider: 'custom' as const, api_key: null, base_url: server.url, fetch }
  expect((await failureIn(hear(connection))).kind).toBe('broken_stream')
})

async function nobody(): Promise<never> {
  throw new Error('Nobody is to be called')
}
