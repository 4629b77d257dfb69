import { expect, test } from 'vitest'
import { startCustomDouble } from '#testing/doubles/vendors/chat-completions.ts'
import { startConnectedVendor, VENDOR_KEY } from '#testing/doubles/vendors/connected-vendor.ts'
import { tone } from '#testing/doubles/vendors/speeches.ts'
import type { Fault } from '#testing/doubles/vendors/vendor-double.ts'
import { failureIn, never } from '#testing/models/model-calls.ts'
import { serve } from '#testing/servers/loopback-server.ts'
import type { VendorConnection } from '../model-language.ts'
import type { SpokenUsage } from './speech-language.ts'
import { synthesizeSpeech } from './synthesize-speech.ts'
import { wavFile } from './wav-file.ts'

const vendors = ['vendor_1', 'vendor_2', 'vendor_3', 'vendor_5', 'custom'] as const
const MODEL = 'speaks-well'
const TEXT = 'Guten Tag, wie geht es Ihnen?'

async function speak(connection: VendorConnection, { text = TEXT, voice = 'alloy', signal = never } = {}) {
  const pieces: Buffer[] = []
  const speech = synthesizeSpeech(connection, { model: MODEL, voice, text }, signal)
  let usage: SpokenUsage = null
  for (;;) {
    const next = await speech.next()
    if (next.done) {
      usage = next.value
      break
    }
    pieces.push(next.value)
  }
  return { pieces, pcm: Buffer.concat(pieces), usage }
}

test.for(vendors)('%s: the sound comes in whole samples, none lost and none added', async (provider) => {
  await using vendor = await startConnectedVendor(provider)
  const pcm = tone(700)
  vendor.double.reply({ pcm, usage: { input_tokens: 12, output_tokens: 34 } })
  const spoken = await speak(vendor.connection)
  expect(spoken.pieces.every((piece) => piece.length > 0 && piece.length % 2 === 0)).toBe(true)
  expect(spoken.pcm.equals(pcm)).toBe(true)
  // Only Gemini counts.
  const counted = { input_tokens: 12, output_tokens: 34, total_tokens: null, cached_input_tokens: 0 }
  expect(spoken.usage).toEqual(provider === 'vendor_3' ? counted : null)
})

test.for(vendors)('%s: the first sound is there while the rest is still being made', async (provider) => {
  await using vendor = await startConnectedVendor(provider)
  const rest = Promise.withResolvers<void>()
  vendor.double.reply({ until: rest.promise })
  const speech = synthesizeSpeech(vendor.connection, { model: MODEL, voice: 'alloy', text: TEXT }, never)
  const first = await speech.next()
  expect(first.done).toBe(false)
  rest.resolve()
  let pieces = 1
  for await (const _piece of speech) pieces++
  expect(pieces).toBeGreaterThan(1)
})

test.for([
  ['vendor_1', '/v1/audio/speech', { model: MODEL, input: TEXT, voice: 'alloy', response_format: 'pcm' }],
  ['vendor_2', '/api/v1/audio/speech', { model: MODEL, input: TEXT, voice: 'alloy', response_format: 'pcm' }],
  [
    'vendor_5',
    '/v1/tts',
    { text: TEXT, voice_id: 'alloy', language: 'auto', output_format: { codec: 'pcm', sample_rate: 24_000 } },
  ],
  ['custom', '/v1/audio/speech', { model: MODEL, input: TEXT, voice: 'alloy', response_format: 'pcm' }],
] as const)('%s is asked for raw samples of 24 kHz', async ([provider, path, body]) => {
  await using vendor = await startConnectedVendor(provider)
  await speak(vendor.connection)
  expect(vendor.double.requests).toMatchObject([{ path, body }])
})

const faults: [Fault, string][] = [
  [{ fault: 'drop' }, 'unavailable'],
  [{ fault: 'drop_midway' }, 'broken_stream'],
  [{ fault: 'status', status: 401 }, 'unauthorized'],
  [{ fault: 'status', status: 429 }, 'rate_limited'],
  [{ fault: 'status', status: 500 }, 'unavailable'],
  [{ fault: 'status', status: 400, message: 'No such model' }, 'rejected'],
]
for (const provider of vendors)
  test.for(faults)(`${provider}: %j is a failure of its kind`, async ([fault, kind]) => {
    await using vendor = await startConnectedVendor(provider)
    vendor.double.reply(fault)
    expect((await failureIn(speak(vendor.connection))).kind).toBe(kind)
  })

test.for(vendors)('%s: a caller who stops listening stops the vendor', async (provider) => {
  await using vendor = await startConnectedVendor(provider)
  vendor.double.reply({ until: new Promise(() => undefined) })
  const stop = new AbortController()
  const speech = synthesizeSpeech(vendor.connection, { model: MODEL, voice: 'alloy', text: TEXT }, stop.signal)
  await speech.next()
  stop.abort(new Error('Enough'))
  await expect(
    (async () => {
      for await (const _piece of speech);
    })(),
  ).rejects.toThrow('Enough')
  await expect.poll(() => vendor.double.aborted).toBe(1)
})

test('a page in place of sound, a voice that is not known and a text that is too long are refused in words', async () => {
  await using vendor = await startConnectedVendor('vendor_1')
  vendor.double.reply({ fault: 'garbage' })
  expect((await failureIn(speak(vendor.connection))).message).toContain('text instead of speech')
  expect((await failureIn(speak(vendor.connection, { voice: 'nobody' }))).message).toContain('nobody')
  expect((await failureIn(speak(vendor.connection, { text: 'x'.repeat(4097) }))).message).toContain('4096')
  const wrong = { ...vendor.connection, api_key: 'sk-wrong' }
  const refused = await failureIn(speak(wrong))
  expect(refused.kind).toBe('unauthorized')
  expect(refused.message).not.toContain('sk-wrong')
  await using anthropic = await startConnectedVendor('vendor_4')
  expect((await failureIn(speak(anthropic.connection))).message).toContain('cannot turn text into speech')
})

test('Gemini’s refusal to say something is reported, and is paid as it was counted', async () => {
  await using vendor = await startConnectedVendor('vendor_3')
  vendor.double.reply({ pcm: tone(20), finish: 'content_filter', usage: { input_tokens: 7, output_tokens: 3 } })
  const { message, usage } = await failureIn(speak(vendor.connection))
  expect(message).toContain('would not say this')
  expect(usage).toMatchObject({ input_tokens: 7, output_tokens: 3 })
})

const soundEvent = {
  candidates: [
    {
      content: {
        parts: [{ inlineData: { mimeType: 'audio/L16;codec=pcm;rate=24000', data: tone(40).toString('base64') } }],
      },
    },
  ],
}
const counted = { usageMetadata: { promptTokenCount: 7, candidatesTokenCount: 3 } }
const endedBy = (finishReason: string) => ({ candidates: [{ content: {}, finishReason }], ...counted })

test.for([
  // Gemini breaks long speech off with this reason, and sometimes says nothing at all; it counts both.
  ['sound that was broken off', [soundEvent, endedBy('OTHER')], 'broken_stream', 'before it was finished'],
  ['no sound at all', [endedBy('OTHER')], 'broken_stream', 'before it was finished'],
  ['an end without any sound', [endedBy('STOP')], 'broken_stream', 'before it was finished'],
  ['a limit of length', [soundEvent, endedBy('MAX_TOKENS')], 'broken_stream', 'before it was finished'],
  ['no end', [soundEvent, counted], 'broken_stream', 'before it was finished'],
  ['a refusal of the answer', [endedBy('PROHIBITED_CONTENT')], 'rejected', 'would not say this'],
  [
    'a refusal of the text',
    [{ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, ...counted }],
    'rejected',
    'would not say this',
  ],
] as const)('Gemini: %s is a failure that has its price', async ([, events, kind, words]) => {
  const server = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(events.map((event) => `data: ${JSON.stringify(event)}\r\n\r\n`).join(''))
  })
  const connection: VendorConnection = { provider: 'vendor_3', api_key: 'key', base_url: server.url, fetch }
  const failure = await failureIn(speak(connection))
  expect(failure).toMatchObject({ kind, message: expect.stringContaining(words) })
  expect(failure.usage).toEqual({ input_tokens: 7, output_tokens: 3, cached_input_tokens: 0 })
})

test('of a WAV file the samples are heard, and none of the tags in front of them and behind them', async () => {
  const pcm = tone(400)
  const tags = (text: string) => {
    const chunk = Buffer.alloc(8 + text.length + (text.length % 2))
    chunk.write('LIST', 0)
    chunk.writeUInt32LE(text.length, 4)
    chunk.write(text, 8)
    return chunk
  }
  const file = wavFile(pcm, 24_000)
  const streamed = Buffer.from(file)
  streamed.writeUInt32LE(0xffff_ffff, 40)
  const files = [
    Buffer.concat([file, tags('INFOISFT made by a test')]),
    Buffer.concat([file.subarray(0, 36), tags('an odd name of data'), file.subarray(36)]),
    streamed,
  ]
  for (const bytes of files) {
    const server = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'audio/wav' })
      // In pieces that end anywhere.
      for (let at = 0; at < bytes.length; at += 37) response.write(bytes.subarray(at, at + 37))
      response.end()
    })
    const connection: VendorConnection = { provider: 'custom', api_key: null, base_url: server.url, fetch }
    expect((await speak(connection)).pcm.equals(pcm)).toBe(true)
  }
})

test('a server that sends a WAV file is heard without its header, and one at another rate is refused', async () => {
  const pcm = tone(100)
  let sent: { type: string; bytes: Buffer } = { type: 'audio/wav', bytes: wavFile(pcm, 24_000) }
  const server = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': sent.type })
    for (let at = 0; at < sent.bytes.length; at += 7) response.write(sent.bytes.subarray(at, at + 7))
    response.end()
  })
  const connection: VendorConnection = { provider: 'custom', api_key: null, base_url: server.url, fetch }
  expect((await speak(connection)).pcm.equals(pcm)).toBe(true)
  sent = { type: 'application/octet-stream', bytes: wavFile(pcm, 16_000) }
  expect((await failureIn(speak(connection))).message).toContain('16000 samples a second')
  sent = { type: 'audio/pcm;rate=44100', bytes: pcm }
  expect((await failureIn(speak(connection))).message).toContain('44100 samples a second')
  sent = { type: 'audio/mpeg', bytes: pcm }
  expect((await failureIn(speak(connection))).message).toContain('format that was not asked for')
  sent = { type: 'application/octet-stream', bytes: Buffer.from('ID3\u0004 an mp3') }
  expect((await failureIn(speak(connection))).message).toContain('format that was not asked for')
  sent = { type: 'audio/pcm', bytes: pcm.subarray(0, pcm.length - 1) }
  expect((await failureIn(speak(connection))).kind).toBe('broken_stream')
  sent = { type: 'audio/pcm', bytes: Buffer.alloc(0) }
  expect((await failureIn(speak(connection))).kind).toBe('broken_stream')
})

test('speech without an end is stopped', async () => {
  const server = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'audio/pcm' })
    const more = () => {
      if (response.destroyed) return
      response.write(Buffer.alloc(256 * 1024), more)
    }
    more()
  })
  const connection: VendorConnection = { provider: 'custom', api_key: null, base_url: server.url, fetch }
  expect((await failureIn(speak(connection))).message).toContain('longer than any sentence')
})

test('a custom server needs no key, and is sent none', async () => {
  await using vendor = await startCustomDouble(null)
  await speak({ provider: 'custom', api_key: null, base_url: vendor.base_url, fetch })
  expect(vendor.requests[0]?.headers.authorization).toBeUndefined()
  await using openai = await startConnectedVendor('vendor_1')
  await speak(openai.connection)
  expect(openai.double.requests[0]?.headers.authorization).toBe(`Bearer ${VENDOR_KEY}`)
})
