import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { aiEmployees } from '#features/teammates/table.ts'
import { extendContext } from '#platform/bus/create-context.ts'
import { startCustomDouble } from '#testing/doubles/vendors/chat-completions.ts'
import { startConnectedVendor, VENDOR_KEY } from '#testing/doubles/vendors/connected-vendor.ts'
import { tone } from '#testing/doubles/vendors/speeches.ts'
import { never } from '#testing/models/model-calls.ts'
import { moneyOf, spentBy, startSpendApp } from '#testing/runs/spend.ts'
import { openSpeaker, type Spoken } from './synthesize-speech.ts'

const { app, platform } = await startSpendApp()

const TEXT = 'Good morning to you'
/** Four seconds, and so 100 tokens; with these prices 0.10 USD. */
const pcm = tone(4000)
const PRICES = { input_cost: 0, output_cost: 1000 }

type Given = { limit?: number | null; credits?: number }

/** A teammate whose voice is at a server of the organization's own, or at the platform's. */
async function ready(whose: 'own' | 'platform', { limit = null, credits = 0 }: Given = {}) {
  const own = await startCustomDouble('sk-own')
  const model = await app.given.model({ provider: 'custom', is_tts: true, ...PRICES })
  const values = { ai_employee_daily_cost_limit_usd: limit, available_tokens: credits }
  const { organization } = await app.given.organization(values)
  const connection = { provider: 'custom' as const, base_url: own.base_url, api_key: 'sk-own' }
  if (whose === 'own') await app.given.credential(organization, connection)
  const teammate = await app.given.teammate(organization, { name: 'Ada', tts_model: model.id, voice: 'clear' })
  const ctx = extendContext(app.ctx, { organization })
  return {
    vendor: whose === 'own' ? own : platform,
    teammate,
    ctx,
    async speak(signal = never) {
      const speaker = await openSpeaker(ctx, teammate)
      return speaker.speak(TEXT, signal)
    },
    money: () => moneyOf(app, organization, teammate),
  }
}

async function listen(speech: AsyncGenerator<Buffer, Spoken>): Promise<Spoken & { bytes: number }> {
  let bytes = 0
  for (;;) {
    const next = await speech.next()
    if (next.done) return { ...next.value, bytes }
    bytes += next.value.length
  }
}

test('what is said is paid by its length, and nothing stays held', async () => {
  const { vendor, speak, money } = await ready('own', { limit: 5 })
  vendor.reply({ pcm })
  expect(await listen(await speak())).toEqual({ cost_usd: expect.closeTo(0.1, 5), seconds: 4, bytes: pcm.length })
  expect(await money()).toMatchObject({ spent: expect.closeTo(0.1, 5), held: 0 })
})

test('the platform’s voice costs the organization credits, and without credits it is silent', async () => {
  const { vendor, speak, money } = await ready('platform', { credits: 100 })
  vendor.reply({ pcm })
  await listen(await speak())
  expect(await money()).toMatchObject({ credits: expect.closeTo(90, 3), held: 0 })
  const poor = await ready('platform', { credits: 0 })
  await expect(poor.speak()).rejects.toMatchObject({ code: 'NO_CREDITS' })
})

test('speech that is interrupted is paid as far as it was made', async () => {
  const { vendor, speak, money } = await ready('own', { limit: 5 })
  vendor.reply({ pcm, until: new Promise(() => undefined), until_after: 50 })
  const stop = new AbortController()
  const speech = await speak(stop.signal)
  let bytes = 0
  while (bytes < 48_000) {
    const { value } = await speech.next()
    if (Buffer.isBuffer(value)) bytes += value.length
  }
  stop.abort(new Error('Interrupted'))
  await expect(speech.next()).rejects.toThrow('Interrupted')
  const { spent, held } = await money()
  expect(spent).toBeGreaterThan(0.02)
  expect(spent).toBeLessThan(0.1)
  expect(held).toBe(0)
})

test('so is speech that nobody listens to any more', async () => {
  const { vendor, speak, money } = await ready('own', { limit: 5 })
  vendor.reply({ pcm, until: new Promise(() => undefined), until_after: 50 })
  const speech = await speak()
  await speech.next()
  await speech.return({ cost_usd: 0, seconds: 0 })
  expect(await money()).toMatchObject({ held: 0 })
  await expect.poll(() => vendor.aborted).toBe(1)
})

test('and speech that is left after it was interrupted, before its next piece is asked for', async () => {
  const { vendor, speak, money } = await ready('own', { limit: 5 })
  vendor.reply({ pcm, until: new Promise(() => undefined), until_after: 50 })
  const stop = new AbortController()
  for await (const _piece of await speak(stop.signal)) {
    stop.abort(new Error('Interrupted'))
    await expect.poll(() => vendor.aborted).toBeGreaterThan(0)
    break
  }
  const { spent, held } = await money()
  expect(spent).toBeGreaterThan(0)
  expect(spent).toBeLessThan(0.1)
  expect(held).toBe(0)
})

test('a failure of the vendor costs nothing', async () => {
  const { vendor, speak, money } = await ready('own', { limit: 5 })
  vendor.reply({ fault: 'status', status: 500 })
  await expect(listen(await speak())).rejects.toMatchObject({ kind: 'unavailable' })
  expect(await money()).toEqual({ credits: 0, spent: 0, reserved: 0, held: 0 })
})

test('speech that Gemini counted and did not send is paid, because Gemini charges for it', async () => {
  await using gemini = await startConnectedVendor('vendor_3')
  const { organization } = await app.given.organization({ ai_employee_daily_cost_limit_usd: 5 })
  await app.given.credential(organization, {
    provider: 'vendor_3',
    base_url: gemini.connection.base_url,
    api_key: VENDOR_KEY,
  })
  const model = await app.given.model({ provider: 'vendor_3', is_tts: true, ...PRICES })
  const teammate = await app.given.teammate(organization, { name: 'Ada', tts_model: model.id, voice: 'Kore' })
  const ctx = extendContext(app.ctx, { organization })
  gemini.double.reply({ pcm: Buffer.alloc(0), usage: { input_tokens: 5, output_tokens: 100 } })
  const speaker = await openSpeaker(ctx, teammate)
  await expect(listen(speaker.speak(TEXT, never))).rejects.toMatchObject({ kind: 'broken_stream' })
  const [day] = await spentBy(app, teammate)
  expect(day).toMatchObject({ spent_usd: expect.closeTo(0.1, 5), reserved_usd: 0 })
})

/** As long as espeak-ng takes to say them. */
test.for([
  ['您可以在收到货物后三十天内退回所有商品。', 6.9],
  ['おとどけからさんじゅうにちいないであれば、へんぴんできます。', 3.6],
  ['배송 후 삼십일 이내에 모두 반품하실 수 있습니다.', 3.9],
  ['Call +49 30 901820 or 0800 123456', 9.2],
  ['You can send everything back within thirty days of its delivery.', 3.5],
] as const)('no limit is passed by a text that takes longer to say than to read: %s', async ([text, seconds]) => {
  const costs = (seconds * 25 * PRICES.output_cost) / 1_000_000
  const { vendor, ctx, teammate } = await ready('own', { limit: costs * 0.99 })
  const speaker = await openSpeaker(ctx, teammate)
  await expect(listen(speaker.speak(text, never))).rejects.toMatchObject({ code: 'DAILY_LIMIT_REACHED' })
  expect(vendor.requests).toEqual([])
})

test('a teammate without a voice, or whose limit is reached, does not speak', async () => {
  const { ctx, teammate, speak, vendor } = await ready('own', { limit: 0.15 })
  await expect(openSpeaker(ctx, { ...teammate, voice: null })).rejects.toMatchObject({ code: 'TEAMMATE_NOT_READY' })
  await expect(openSpeaker(ctx, { ...teammate, tts_model: null })).rejects.toMatchObject({ code: 'TEAMMATE_NOT_READY' })
  const chat = await app.given.model({ provider: 'custom' })
  await app.ctx.db.update(aiEmployees).set({ tts_model: chat.id }).where(eq(aiEmployees.id, teammate.id))
  await expect(openSpeaker(ctx, { ...teammate, tts_model: chat.id })).rejects.toMatchObject({
    code: 'TEAMMATE_NOT_READY',
  })
  vendor.reply({ pcm })
  await listen(await speak())
  await expect(listen(await speak())).rejects.toMatchObject({ code: 'DAILY_LIMIT_REACHED' })
})
