import { expect, test } from 'vitest'
import { ownTestApp } from '#testing/app.ts'
import { voice } from '#testing/calls/sounds.ts'
import { givenSpokenCall, PAUSE, say, texts } from '#testing/calls/spoken-call.ts'
import { spawnServer } from '#testing/servers/server-process.ts'

const app = await ownTestApp({ parts: ['web', 'realtime'] })

const ANSWER = 'One two three four five six seven eight nine ten. Eleven twelve thirteen. Fourteen.'

test.runIf(app.config.DATABASE_URL)(
  'an answer that another process writes is spoken, interrupted and cut',
  async () => {
    const { DATA_DIR, DATABASE_URL = '', REDIS_URL = '' } = app.config
    await spawnServer({ DATA_DIR, DATABASE_URL, REDIS_URL, GENERATE_TITLES: 'false' }).address
    const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
    const chunks = [...ANSWER.split(/(?<= )/), ' Never said.']
    const talk = await givenSpokenCall(app, {
      heard: [{ text: 'Count' }, { text: 'Stop' }],
      answers: [{ chunks, until, until_after: chunks.length - 2 }],
    })
    say(talk, voice(900), PAUSE)
    const { message_id } = await talk.call.event('response.started')
    await expect.poll(() => Buffer.concat(talk.call.audio).length / 48).toBeGreaterThan(800)
    say(talk, voice(700), PAUSE)
    await talk.call.event('response.cancelled')
    await talk.call.event('response.done')
    goOn()
    const cut = (await talk.messages()).find(({ id }) => id === message_id)
    expect(cut).toMatchObject({ is_stopped: true, status: 'completed' })
    expect(cut?.content.length).toBeGreaterThan(5)
    expect(cut?.content.length).toBeLessThan(ANSWER.length - 10)
    expect(ANSWER.startsWith(cut?.content ?? '-')).toBe(true)
    expect(texts(await talk.messages()).at(-1)).toEqual(['ai', 'Fine.'])
  },
)
