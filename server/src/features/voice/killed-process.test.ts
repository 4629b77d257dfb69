import { and, eq, isNull, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { runLeases } from '#features/runs/table.ts'
import { sweepCalls } from '#features/voice/sweep-calls.ts'
import { voiceCalls } from '#features/voice/table.ts'
import { ownTestApp } from '#testing/app.ts'
import { voice } from '#testing/calls/sounds.ts'
import {
  type CallSetup,
  givenSpokenCall,
  PAUSE,
  type SpokenCall,
  say,
  speechInputs,
  texts,
} from '#testing/calls/spoken-call.ts'
import { openCall } from '#testing/calls/voice.ts'
import { spawnServer } from '#testing/servers/server-process.ts'

const app = await ownTestApp()

/** A call that another process carries, which is about to be killed. */
async function callElsewhere(setup: CallSetup) {
  const { DATA_DIR, DATABASE_URL = '', REDIS_URL = '' } = app.config
  const other = spawnServer({ DATA_DIR, DATABASE_URL, REDIS_URL, GENERATE_TITLES: 'false' })
  const talk = await givenSpokenCall(app, { ...setup, base_url: await other.address })
  const row = async () => {
    const [found] = await app.ctx.db
      .select()
      .from(voiceCalls)
      .where(eq(voiceCalls.conversation_id, talk.conversation_id))
    return found
  }
  const kill = async () => {
    await other.kill('SIGKILL')
    await talk.call.untilClosed()
  }
  /** The sweep, once the call has not been seen for longer than one that is under way. */
  const sweepLater = async () => {
    await app.ctx.db
      .update(voiceCalls)
      .set({ seen_at: new Date(Date.now() - 60_000) })
      .where(and(eq(voiceCalls.conversation_id, talk.conversation_id), isNull(voiceCalls.ended_at)))
    await sweepCalls(app.ctx)
  }
  return { talk, row, kill, sweepLater }
}

/** As a client does that has lost its line. */
async function callAgain({ client, path, conversation_id }: SpokenCall) {
  const { status, body } = await client.post(path, { conversation_id })
  expect(status).toBe(200)
  const call = await openCall(app, body.session_id)
  await call.event('session.created')
  return call
}

/** The caller has said one sentence and is in the middle of the next one. */
async function inMidSentence() {
  const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
  const given = await callElsewhere({ heard: [{ text: 'My number is four', until }] })
  say(given.talk, voice(900), PAUSE, voice(900))
  const begun = () => given.talk.call.events.filter(({ type }) => type === 'speech_started')
  await expect.poll(() => begun().length).toBe(2)
  goOn()
  await expect.poll(async () => (await given.row())?.progress?.turn?.text).toBe('My number is four')
  return given
}

const SAID = ['contact', 'My number is four']
const ENDED = ['system', expect.stringMatching(/^Call ended · /)]

test.runIf(app.config.DATABASE_URL)(
  'what was said before a process was killed is answered when the caller calls again',
  async () => {
    const { talk, kill, sweepLater } = await inMidSentence()
    await kill()
    const call = await callAgain(talk)
    expect(await call.event('caption')).toMatchObject({ role: 'user', text: 'My number is four' })
    await call.event('response.done')
    expect(texts(await talk.messages())).toEqual([SAID, ['ai', 'Hi there.']])
    // The sweep, which comes later, adds the end of the second call alone.
    await sweepLater()
    expect(texts(await talk.messages())).toEqual([SAID, ['ai', 'Hi there.'], ENDED])
  },
)

test.runIf(app.config.DATABASE_URL)(
  'a call whose process was killed is over for the inbox, and what was said is in the conversation',
  async () => {
    const { talk, kill, row, sweepLater } = await inMidSentence()
    const shown = async () => (await talk.client.get(`${talk.base}/conversations/${talk.conversation_id}`)).body.call
    expect(await shown()).not.toBeNull()
    await kill()
    await sweepLater()
    expect(await shown()).toBeNull()
    expect(await row()).toMatchObject({ end_code: 'CALL_FAILED', ended_at: expect.any(Date) })
    const ended = ({ payload }: { payload: Record<string, unknown> }) =>
      payload.conversation_id === talk.conversation_id && payload.call === null
    await app.events.next('conversation.call_updated', ended)
    await expect.poll(async () => texts(await talk.messages())).toEqual([SAID, ['ai', 'Hi there.'], ENDED])
    await sweepLater()
    expect(await talk.messages()).toHaveLength(3)
  },
)

test.runIf(app.config.DATABASE_URL)(
  'a sweep that fails before the words are saved is completed by the next one',
  async () => {
    const { talk, kill, row, sweepLater } = await inMidSentence()
    await kill()
    await app.ctx.db.execute(
      sql.raw("alter table messages add constraint refused check (content <> 'My number is four') not valid"),
    )
    await sweepLater()
    await app.ctx.db.execute(sql.raw('alter table messages drop constraint refused'))
    expect(await talk.messages()).toEqual([])
    await sweepLater()
    await expect.poll(async () => texts(await talk.messages())).toEqual([SAID, ['ai', 'Hi there.'], ENDED])
    expect((await row())?.ended_at).toBeInstanceOf(Date)
  },
)

const FIRST = 'One two three four five six.'
const SECOND =
  'This is the second sentence, and it is long enough that it is still being said when its process is killed, whatever happens before.'
const ANSWER = `${FIRST} ${SECOND}`

test.runIf(app.config.DATABASE_URL)(
  'an answer whose process was killed is saved whole, and spoken on from the sentence that was cut off',
  async () => {
    const { talk, row, kill } = await callElsewhere({ answers: [{ text: ANSWER }, { text: ANSWER }] })
    say(talk, voice(900), PAUSE)
    await talk.call.event('response.started')
    const heard = async () => (await row())?.progress?.answer?.heard ?? ''
    await expect.poll(async () => (await heard()).length).toBeGreaterThan(FIRST.length)
    await kill()
    // Whichever process wrote it, the run is not left to a dead one.
    await app.ctx.db
      .update(runLeases)
      .set({ expires_at: new Date(0) })
      .where(eq(runLeases.organization_id, talk.organization.id))
    const before = speechInputs(talk).length
    const call = await callAgain(talk)
    await call.event('response.done')
    expect(
      speechInputs(talk)
        .slice(before)
        .map(({ input }) => input),
    ).toEqual([SECOND])
    expect(texts(await talk.messages())).toEqual([
      ['contact', 'Hello'],
      ['ai', ANSWER],
    ])
  },
)
