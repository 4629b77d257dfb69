import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { createLog, type LoggedLine, listenToLog } from '#platform/log.ts'
import { ownTestApp } from '#testing/app.ts'
import { voice } from '#testing/calls/sounds.ts'
import { givenSpokenCall, PAUSE, say } from '#testing/calls/spoken-call.ts'
import { givenCallable } from '#testing/calls/voice.ts'

const log = createLog({ level: 'info', pretty: false }, new Writable({ write: (_line, _encoding, done) => done() }))
const lines: LoggedLine[] = []
listenToLog(log, (line) => lines.push(line))
const app = await ownTestApp({ log })

/** Warnings and worse, by their level. */
const complaints = (of: typeof lines) =>
  of.filter(({ level }) => level >= 40).map(({ level, message }) => [level, message])

test.for([
  ['refuses connections', 'The custom model server could not be reached.'],
  ['answers 503', 'The custom model server is not available at the moment (503).'],
] as const)('a voice sample of a vendor that %s is one warning, and no fault of ours', async ([outage, message]) => {
  const { vendor, client, organization, teammate } = await givenCallable(app)
  if (outage === 'refuses connections') await vendor.close()
  else vendor.reply({ fault: 'status', status: 503 })
  const from = lines.length
  const wanted = { tts_model: String(teammate.tts_model), voice: teammate.voice }
  const response = await client.post(`/api/organizations/${organization.id}/voice-samples`, wanted)
  expect(response).toMatchObject({ status: 502, body: { error: message } })
  await expect.poll(() => lines.slice(from).some((line) => line.message === 'request')).toBe(true)
  expect(complaints(lines.slice(from))).toEqual([[40, message]])
})

test('a recognizer that is down is a warning in the log, and the caller sees an error', async () => {
  const down = { fault: 'status', status: 503 } as const
  const talk = await givenSpokenCall(app, { heard: [down, down, down, down] })
  const from = lines.length
  say(talk, voice(900), PAUSE)
  await talk.call.event('error')
  const found = complaints(lines.slice(from))
  expect(found).toContainEqual([40, 'speech in a call could not be transcribed'])
  expect(found.filter(([level]) => level === 50)).toEqual([])
})
