import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { AudioFile } from '#features/models/model-language.ts'
import { wavFile } from '#features/models/speech/wav-file.ts'
import { aiEmployees, type TeammateRow } from '#features/teammates/table.ts'
import { extendContext } from '#platform/bus/create-context.ts'
import { startCustomDouble } from '#testing/doubles/vendors/chat-completions.ts'
import { never } from '#testing/models/model-calls.ts'
import { DAY_MS, moneyOf, startSpendApp } from '#testing/runs/spend.ts'
import { releaseLostReservations } from '../jobs.ts'
import { transcribeSpeech } from './transcribe-speech.ts'

const { app, platform } = await startSpendApp({ env: { MODEL_CALL_TIMEOUT: '300s' } })

/** Ten seconds at most, and so 320 tokens to hear; with these prices one is held for 0.32 USD, and 0.10 is what it costs. */
const voice = { name: 'voice/file_7.oga', mime_type: 'audio/ogg', bytes: new Uint8Array(10_000).fill(7) }
const PRICES = { input_cost: 1000, output_cost: 0 }
const HELD = 0.32
const TENTH = { text: 'Hello', usage: { input_tokens: 100, output_tokens: 9 } }

type Given = { limit?: number | null; credits?: number; prices?: Partial<typeof PRICES> }

/** A teammate with a model for speech at a server of the organization's own, or at the platform's. */
async function ready(whose: 'own' | 'platform', { limit = null, credits = 0, prices = PRICES }: Given = {}) {
  const own = await startCustomDouble('sk-own')
  const model = await app.given.model({ provider: 'custom', is_stt: true, ...prices })
  const values = { ai_employee_daily_cost_limit_usd: limit, available_tokens: credits }
  const { organization } = await app.given.organization(values)
  if (whose === 'own')
    await app.given.credential(organization, { provider: 'custom', base_url: own.base_url, api_key: 'sk-own' })
  const teammate = await app.given.teammate(organization, { name: 'Ada', stt_model: model.id })
  const ctx = extendContext(app.ctx, { organization })
  return {
    vendor: whose === 'own' ? own : platform,
    organization,
    teammate,
    hear: (signal = never, by: TeammateRow = teammate, audio: AudioFile = voice) =>
      transcribeSpeech(ctx, by, audio, signal),
    money: () => moneyOf(app, organization, teammate),
    [Symbol.asyncDispose]: () => own.close(),
  }
}

/** So many at once, of which the first three can be paid before one of them has ended. */
async function atOnce(count: number, given: Awaited<ReturnType<typeof ready>>) {
  const before = given.vendor.requests.length
  const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
  given.vendor.reply(() => ({ ...TENTH, until }))
  const all = Promise.allSettled(Array.from({ length: count }, () => given.hear()))
  await expect.poll(() => given.vendor.requests.length - before).toBe(3)
  const during = await given.money()
  goOn()
  const ends = await all
  return { during, asked: given.vendor.requests.length - before, refusals: ends.flatMap(reasonOf) }
}
const reasonOf = (end: PromiseSettledResult<string>) => (end.status === 'rejected' ? [end.reason] : [])

test('the organization’s own key is asked, and the teammate’s day pays', async () => {
  await using given = await ready('own', { limit: 1 })
  given.vendor.reply(TENTH)
  expect(await given.hear()).toBe('Hello')
  expect(given.vendor.requests[0]?.body).toMatchObject({ file: { name: 'audio.ogg' } })
  expect(await given.money()).toEqual({ credits: 0, spent: 0.1, reserved: 0, held: 0 })
})

test('without a key of its own the platform’s is used, and costs credits', async () => {
  await using given = await ready('platform', { credits: 100 })
  platform.reply(TENTH)
  expect(await given.hear()).toBe('Hello')
  expect(await given.money()).toEqual({ credits: 90, spent: 0.1, reserved: 0, held: 0 })
})

test('what is counted in seconds is paid by them, and what is not counted at all by the size of the audio', async () => {
  await using given = await ready('own', { prices: { input_cost: 1000, output_cost: 100 } })
  given.vendor.reply({ text: 'Hello', seconds: 2 }, { text: 'Hello', usage: null })
  await given.hear()
  expect((await given.money()).spent).toBeCloseTo(0.064 + 0.002, 8)
  await given.hear()
  expect((await given.money()).spent).toBeCloseTo(0.066 + HELD + 0.01, 8)
})

test('a file that says how long it is holds no more than that', async () => {
  await using given = await ready('own', { limit: 0.05, prices: { input_cost: 1000, output_cost: 0 } })
  given.vendor.reply({ text: 'Hello', usage: null })
  // A second at 16 kHz, which by its size alone might be half a minute.
  const bytes = wavFile(Buffer.alloc(32_000), 16_000)
  expect(await given.hear(never, given.teammate, { name: 'speech.wav', mime_type: 'audio/wav', bytes })).toBe('Hello')
  expect((await given.money()).spent).toBeCloseTo(0.033, 6)
})

test('counts that no audio has cost nothing, and no more than any call could', async () => {
  await using given = await ready('own')
  given.vendor.reply({ text: 'Hello', usage: { input_tokens: -5000, output_tokens: 0 } })
  await given.hear()
  expect((await given.money()).spent).toBe(0)
  given.vendor.reply({ text: 'Hello', usage: { input_tokens: 1e300, output_tokens: 0 } })
  await given.hear()
  expect((await given.money()).spent).toBe(100_000)
})

test('silence has its price; what the vendor refused has none', async () => {
  await using given = await ready('platform', { credits: 100 })
  platform.reply({ ...TENTH, text: ' ' }, { fault: 'status', status: 500 }, { fault: 'drop_midway' })
  await expect(given.hear()).rejects.toMatchObject({ name: 'ModelFailure', kind: 'nothing_understood' })
  expect(await given.money()).toEqual({ credits: 90, spent: 0.1, reserved: 0, held: 0 })
  await expect(given.hear()).rejects.toMatchObject({ name: 'ModelFailure', kind: 'unavailable' })
  await expect(given.hear()).rejects.toMatchObject({ name: 'ModelFailure', kind: 'broken_stream' })
  expect(await given.money()).toEqual({ credits: 90, spent: 0.1, reserved: 0, held: 0 })
  platform.reply({ text: '', usage: null })
  await expect(given.hear()).rejects.toMatchObject({ kind: 'nothing_understood' })
  expect((await given.money()).credits).toBeCloseTo(90 - 100 * HELD, 6)
})

test('a caller who stops gets its reason, and what was held comes back', async () => {
  await using given = await ready('platform', { credits: 100, limit: 1 })
  const before = platform.requests.length
  platform.reply({ fault: 'hang' })
  const stop = new AbortController()
  const reason = new Error('The message was deleted')
  const run = given.hear(stop.signal).catch((error: unknown) => error)
  await expect.poll(() => platform.requests.length).toBe(before + 1)
  expect(await given.money()).toEqual({ credits: 100 - 100 * HELD, spent: 0, reserved: HELD, held: 1 })
  stop.abort(reason)
  expect(await run).toBe(reason)
  expect(await given.money()).toEqual({ credits: 100, spent: 0, reserved: 0, held: 0 })
})

test('a teammate at its limit transcribes nothing, whatever it would cost, until the next day', async () => {
  await using given = await ready('own', { limit: 0.32 })
  given.vendor.reply({ text: 'Hello', usage: { input_tokens: 320, output_tokens: 0 } })
  await given.hear()
  const free = await app.given.model({ provider: 'custom', is_stt: true })
  const [unpriced] = await app.ctx.db
    .update(aiEmployees)
    .set({ stt_model: free.id })
    .where(eq(aiEmployees.id, given.teammate.id))
    .returning()
  for (const teammate of [given.teammate, unpriced])
    await expect(given.hear(never, teammate)).rejects.toMatchObject({ name: 'RunFailure', code: 'DAILY_LIMIT_REACHED' })
  expect(given.vendor.requests).toHaveLength(1)
  // Clients hear once that most is spent, which is all of it.
  const events = app.events.find('ai_employee.updated', ({ payload }) => payload.id === given.teammate.id)
  expect(events).toHaveLength(1)
  app.clock.advance(DAY_MS)
  expect(await given.hear()).toBe('ok')
})

test('a message too long for the rest of the day is refused by itself, and does not close the teammate', async () => {
  // What is written costs 0.21 at most, and cannot be kept shorter as an answer can.
  await using given = await ready('own', { limit: 0.2, prices: { input_cost: 0, output_cost: 100 } })
  await expect(given.hear()).rejects.toMatchObject({ code: 'DAILY_LIMIT_REACHED' })
  expect(given.vendor.requests).toEqual([])
  expect(await given.money()).toMatchObject({ spent: 0, reserved: 0, held: 0 })
  expect(app.events.find('ai_employee.updated', ({ payload }) => payload.id === given.teammate.id)).toEqual([])
})

test('eight at once near the daily limit do not pass it together', async () => {
  await using given = await ready('own', { limit: 1 })
  const { during, asked, refusals } = await atOnce(8, given)
  expect(during).toMatchObject({ spent: 0, held: 3 })
  expect(during.reserved).toBeCloseTo(3 * HELD, 8)
  // The others waited; after seven what is left does not pay for what one may cost.
  expect(asked).toBe(7)
  expect(refusals).toHaveLength(1)
  for (const refusal of refusals) expect(refusal).toMatchObject({ name: 'RunFailure', code: 'DAILY_LIMIT_REACHED' })
  const { spent, ...rest } = await given.money()
  expect(spent).toBeCloseTo(0.7, 8)
  expect(rest).toMatchObject({ reserved: 0, held: 0 })
})

test('eight at once never take more credits than there are', async () => {
  await using given = await ready('platform', { credits: 100 })
  const { during, asked, refusals } = await atOnce(8, given)
  expect(during.credits).toBeCloseTo(100 - 3 * 100 * HELD, 6)
  expect(asked).toBe(7)
  expect(refusals).toHaveLength(1)
  for (const refusal of refusals) expect(refusal).toMatchObject({ name: 'RunFailure', code: 'NO_CREDITS' })
  expect((await given.money()).credits).toBeCloseTo(30, 6)
})

test('without credits nothing is asked on the platform’s key, not even what has no price', async () => {
  const before = platform.requests.length
  for (const prices of [PRICES, { input_cost: 0 }]) {
    await using given = await ready('platform', { credits: 0, prices })
    await expect(given.hear()).rejects.toMatchObject({ name: 'RunFailure', code: 'NO_CREDITS' })
  }
  expect(platform.requests).toHaveLength(before)
})

test('for a model without a price nothing is held', async () => {
  await using given = await ready('platform', { credits: 5, limit: 1, prices: { input_cost: 0, output_cost: 0 } })
  const before = platform.requests.length
  const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
  platform.reply({ ...TENTH, until })
  const run = given.hear()
  await expect.poll(() => platform.requests.length).toBe(before + 1)
  expect((await given.money()).held).toBe(0)
  goOn()
  expect(await run).toBe('Hello')
  expect(await given.money()).toEqual({ credits: 5, spent: 0, reserved: 0, held: 0 })
})

test('a teammate without a model for speech, or with one that nobody has a key for, is not ready', async () => {
  await using given = await ready('own')
  const models = [
    null,
    (await app.given.model({ provider: 'vendor_1', is_stt: true })).id,
    // The catalog says no more that it can.
    (await app.given.model({ provider: 'custom' })).id,
  ]
  for (const stt_model of models) {
    const run = given.hear(never, { ...given.teammate, stt_model })
    await expect(run).rejects.toMatchObject({ name: 'RunFailure', code: 'TEAMMATE_NOT_READY' })
    await expect(run).rejects.toThrow(/^Ada.* speech/)
  }
  expect(given.vendor.requests).toEqual([])
})

test('what is held for a long transcription stays held while it may continue; when its process is lost it counts as spent, and takes no credits', async () => {
  await using given = await ready('platform', { credits: 100, limit: 1 })
  const before = platform.requests.length
  const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
  platform.reply({ ...TENTH, until })
  const run = given.hear()
  await expect.poll(() => platform.requests.length).toBe(before + 1)
  const held = { credits: 100 - 100 * HELD, spent: 0, reserved: HELD, held: 1 }

  app.clock.advance(299_000)
  await app.runJob(releaseLostReservations)
  expect(await given.money()).toEqual(held)
  goOn()
  expect(await run).toBe('Hello')
  expect(await given.money()).toEqual({ credits: 90, spent: 0.1, reserved: 0, held: 0 })

  // A second one is never settled.
  platform.reply({ fault: 'hang' })
  const stop = new AbortController()
  const lost = given.hear(stop.signal).catch(() => null)
  await expect.poll(() => platform.requests.length).toBe(before + 2)
  expect((await given.money()).held).toBe(1)
  app.clock.advance(331_000)
  await Promise.all(Array.from({ length: 8 }, () => app.runJob(releaseLostReservations)))
  const after = { credits: 90, spent: 0.42, reserved: 0, held: 0 }
  expect(await given.money()).toEqual(after)
  // Nor does its end, if it comes after all, give back anything a second time.
  stop.abort()
  await lost
  expect(await given.money()).toEqual(after)
})
