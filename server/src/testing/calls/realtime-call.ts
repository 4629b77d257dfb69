import { randomUUID } from 'node:crypto'
import { expect, onTestFinished } from 'vitest'
import type { Message } from '#contracts/conversations.ts'
import { vendorCredentials } from '#features/models/table.ts'
import type { TestApp } from '../app.ts'
import { startGeminiLiveDouble } from '../doubles/vendors/realtime/gemini/gemini-live.ts'
import { startOpenAIRealtimeDouble } from '../doubles/vendors/realtime/openai/openai-realtime.ts'
import { beginVisitorCall } from './visitor-call.ts'
import { beginCall, givenCallable } from './voice.ts'

type Values = Parameters<typeof givenCallable>[1]
type OrganizationValues = Parameters<typeof givenCallable>[2]
type Setup<Name> = {
  vendor: Name
  values?: Values
  organization?: OrganizationValues
  key?: string
  model_values?: object
}

const KEY = 'sk-realtime'

type Doubles = {
  OpenAI: Awaited<ReturnType<typeof startOpenAIRealtimeDouble>>
  Gemini: Awaited<ReturnType<typeof startGeminiLiveDouble>>
}
export type RealtimeVendor = keyof Doubles
const doubles: { [Name in RealtimeVendor]: (key: string) => Promise<Doubles[Name]> } = {
  OpenAI: startOpenAIRealtimeDouble,
  Gemini: startGeminiLiveDouble,
}
const vendors = {
  OpenAI: { provider: 'vendor_1', voice: 'marin', model: 'gpt-realtime' },
  Gemini: { provider: 'vendor_3', voice: 'Kore', model: 'gemini-3.8-live' },
} as const

/** A teammate whose voice is a realtime model of the vendor, and whose own model is at a server of the organization's. */
export async function givenRealtimeTeammate<Name extends RealtimeVendor>(
  app: TestApp,
  { vendor: name, values, organization, key = KEY, model_values }: Setup<Name>,
) {
  const { provider, voice, model } = vendors[name]
  const live = await doubles[name](KEY)
  onTestFinished(() => live.close())
  const talker = await app.given.model({
    provider,
    model: `${model}-${randomUUID()}`,
    is_realtime: true,
    is_multimodal: true,
    voices: [voice],
    ...model_values,
  })
  const given = await givenCallable(app, { tts_model: talker.id, stt_model: null, voice, ...values }, organization)
  await app.ctx.db.insert(vendorCredentials).values({
    organization_id: given.organization.id,
    provider,
    api_key_sealed: app.ctx.ports.cipher.encrypt(key),
    base_url: live.base_url,
  })
  return { ...given, live, talker }
}

/** A call with it, under way. */
export async function givenRealtimeCall<Name extends RealtimeVendor>(app: TestApp, setup: Setup<Name>) {
  const given = await givenRealtimeTeammate(app, setup)
  const begun = await beginCall(app, given)
  // A double that was sent what the vendor refuses makes the test fail.
  onTestFinished(() => expect(given.live.refusals).toEqual([]))
  return { ...given, ...begun }
}

/** A visitor’s call with such a teammate, and the operator’s client for its conversation. */
export async function givenVisitorsRealtimeCall(app: TestApp, vendor: RealtimeVendor) {
  const given = await givenRealtimeTeammate(app, { vendor, values: { channel: 'Web Chat' } })
  const begun = await beginVisitorCall(app, given)
  const messages = async (): Promise<Message[]> =>
    (await given.client.get(begun.at('/messages'))).body.data.toReversed()
  return { ...given, ...begun, messages }
}
