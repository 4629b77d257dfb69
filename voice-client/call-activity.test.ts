import { expect, test } from 'vitest'
import type { CallErrorCode } from '#contracts/voice-socket.ts'
import { activityOf, canCallAgain } from './call-state.ts'
import { created, MESSAGE, phase, serveCalls, soundDouble } from './testing/given-call.ts'

const { lines, send, begin, connected } = serveCalls()

test('between two sentences it stays “speaking”, and while more of the answer is on its way “thinking”', async () => {
  const { call, handlers } = await connected()
  const seen: string[] = []
  call.subscribe(() => {
    const activity = activityOf(call.getState())
    if (seen.at(-1) !== activity) seen.push(activity)
  })
  const play = (isPlaying: boolean) => handlers[0]?.onPlayback({ level: 0, isPlaying, bufferedMs: 0, underruns: 0 })
  call.setMuted(true)
  send({ type: 'response.started', message_id: MESSAGE })
  await expect.poll(() => call.getState().response_id).toBe(MESSAGE)
  play(true)
  play(false)
  play(true)
  play(false)
  // Long enough for a tool that is called in the middle of the answer.
  await expect.poll(() => seen.at(-1)).toBe('thinking')
  play(true)
  send({ type: 'response.done', message_id: MESSAGE })
  await expect.poll(() => call.getState().response_id).toBeNull()
  play(false)
  expect(seen).toEqual(['muted', 'thinking', 'speaking', 'thinking', 'speaking', 'muted'])
})

test('a caller without a microphone is not called muted', async () => {
  const { call } = begin(soundDouble({ microphone: () => new DOMException('', 'NotFoundError') }))
  await phase(call, 'no_microphone')
  call.continueWithoutMicrophone()
  await expect.poll(() => lines.length).toBe(1)
  send(created)
  await phase(call, 'active')
  expect(activityOf(call.getState())).toBe('no_microphone')
})

test('while the teammate waits for an answer to its question, it listens', async () => {
  const { call } = await connected()
  send({ type: 'response.started', message_id: MESSAGE })
  send({ type: 'question_asked', message_id: MESSAGE })
  await expect.poll(() => call.getState().question_id).toBe(MESSAGE)
  expect(activityOf(call.getState())).toBe('listening')
  send({ type: 'response.done', message_id: MESSAGE })
  await expect.poll(() => call.getState().question_id).toBeNull()
})

test.each(['VOICE_FAILED', 'TEAMMATE_NOT_READY', 'CALL_FAILED'] as const)(
  'what the server reports as %s is shown until the next answer, and the call continues',
  async (code) => {
    const { call } = await connected()
    send({ type: 'error', code, message: '', is_final: false })
    await expect.poll(() => call.getState().notice).toBe(code)
    expect(call.getState().phase).toBe('active')
    send({ type: 'response.started', message_id: MESSAGE })
    await expect.poll(() => call.getState().notice).toBeNull()
  },
)

test.each<[CallErrorCode, boolean]>([
  ['HUNG_UP', true],
  ['DAILY_LIMIT_REACHED', true],
  ['CHAT_UNAVAILABLE', false],
  ['SIGNED_OUT', false],
  ['CONVERSATION_DELETED', false],
])('a call that the server ends with %s says so, and whether another one is offered is %s', async (code, isOffered) => {
  const { call } = await connected()
  send({ type: 'error', code, message: '', is_final: true })
  await phase(call, 'ended')
  expect(call.getState().problem).toBe(code)
  expect(canCallAgain(call.getState())).toBe(isOffered)
})

test('an answer that another model begins again is no longer marked as interrupted', async () => {
  const { call } = await connected()
  send({ type: 'response.started', message_id: MESSAGE })
  send({ type: 'caption', message_id: MESSAGE, role: 'assistant', text: 'It leaves', is_final: false })
  send({ type: 'response.cancelled', message_id: MESSAGE })
  await expect.poll(() => call.getState().captions[0]?.is_interrupted).toBe(true)
  send({ type: 'response.started', message_id: MESSAGE })
  await expect.poll(() => call.getState().captions[0]?.is_interrupted).toBe(false)
})
