import { expect, onTestFinished, test, vi } from 'vitest'
import { callCloseCodes } from '#contracts/call-close-codes.ts'
import { activityOf, type CallProblemCode } from './call-state.ts'
import { CONVERSATION, closeCodeOf, created, MESSAGE, phase, serveCalls, soundDouble } from './testing/given-call.ts'

const { lines, send, begin, connected } = serveCalls()

test('a call goes from listening to hearing, thinking, speaking and back', async () => {
  const { call, handlers, log } = await connected()
  const activity = (wanted: string) => expect.poll(() => activityOf(call.getState())).toBe(wanted)
  await activity('listening')
  send({ type: 'speech_started' })
  await activity('hearing')
  send({ type: 'speech_stopped' })
  send({ type: 'thinking_started' })
  await activity('thinking')
  send({ type: 'thinking_ended' })
  send({ type: 'response.started', message_id: MESSAGE })
  lines[0]?.socket.send(Buffer.alloc(960))
  await expect.poll(() => log).toContain('play')
  handlers[0]?.onPlayback({ level: 0.3, isPlaying: true, bufferedMs: 20, underruns: 0 })
  await activity('speaking')
  send({ type: 'response.done', message_id: MESSAGE })
  await expect.poll(() => log).toContain('complete')
  handlers[0]?.onPlayback({ level: 0, isPlaying: false, bufferedMs: 0, underruns: 0 })
  await activity('listening')
})

test('no meter stays where it was when the call ended', async () => {
  const { call, handlers, levels, speak } = await connected()
  speak()
  handlers[0]?.onPlayback({ level: 0.3, isPlaying: true, bufferedMs: 20, underruns: 0 })
  expect(levels.at(-1)).toEqual({ input: 0.5, output: 0.3 })
  call.hangUp()
  expect(levels.at(-1)).toEqual({ input: 0, output: 0 })
})

test('what is interrupted is dropped, and its caption stays as what was heard', async () => {
  const { call, log } = await connected()
  const caption = { type: 'caption', message_id: MESSAGE, role: 'assistant' } as const
  send({ type: 'response.started', message_id: MESSAGE })
  send({ ...caption, text: 'It leaves', is_final: false })
  send({ ...caption, text: 'It leaves the warehouse', is_final: false })
  send({ ...caption, text: 'It leaves the', is_final: true })
  send({ type: 'response.cancelled', message_id: MESSAGE })
  await expect.poll(() => log).toContain('flush')
  expect(call.getState().captions).toEqual([
    {
      message_id: MESSAGE,
      role: 'assistant',
      speaker: 'Ada',
      text: 'It leaves the',
      is_final: true,
      is_interrupted: true,
    },
  ])
})

test('an answer of which no word was heard leaves no caption', async () => {
  const { call, log } = await connected()
  const caption = { type: 'caption', message_id: MESSAGE, role: 'assistant' } as const
  send({ type: 'response.started', message_id: MESSAGE })
  send({ ...caption, text: 'It leaves the warehouse', is_final: false })
  send({ ...caption, text: '', is_final: true })
  send({ type: 'response.cancelled', message_id: MESSAGE })
  await expect.poll(() => log).toContain('flush')
  expect(call.getState().captions).toEqual([])
})

test('the words of a person stay theirs when the teammate answers again', async () => {
  const { call } = await connected()
  const caption = { type: 'caption', message_id: MESSAGE, is_final: true } as const
  send({ type: 'operator_changed', operator_name: 'Kim' })
  send({ ...caption, role: 'operator', text: 'Hello', is_final: false })
  send({ type: 'operator_changed', operator_name: null })
  send({ ...caption, role: 'operator', text: 'Hello from a person.' })
  send({ ...caption, role: 'assistant', text: 'Hello again.' })
  await expect.poll(() => call.getState().captions.length).toBe(2)
  expect(call.getState().captions.map(({ speaker, text }) => [speaker, text])).toEqual([
    ['Kim', 'Hello from a person.'],
    ['Ada', 'Hello again.'],
  ])
})

test('while the caller makes a noise, what was not played is dropped, and nothing is marked as interrupted', async () => {
  const { call, log } = await connected()
  send({ type: 'response.started', message_id: MESSAGE })
  send({ type: 'caption', message_id: MESSAGE, role: 'assistant', text: 'It leaves', is_final: false })
  send({ type: 'response.paused', message_id: MESSAGE })
  await expect.poll(() => log).toContain('flush')
  send({ type: 'response.resumed', message_id: MESSAGE })
  lines[0]?.socket.send(Buffer.alloc(960))
  await expect.poll(() => log.at(-1)).toBe('play')
  expect(call.getState()).toMatchObject({ response_id: MESSAGE, captions: [{ is_interrupted: false }] })
})

test('an event of a later server changes nothing', async () => {
  const { call } = await connected()
  const before = call.getState()
  lines[0]?.socket.send(JSON.stringify({ type: 'from_the_future' }))
  lines[0]?.socket.send('no JSON')
  send({ type: 'speech_started' })
  await expect.poll(() => call.getState()).toEqual({ ...before, isCallerSpeaking: true })
})

test('a line on which not even the heartbeat comes any more is opened again, though nobody closed it', async () => {
  const { call } = await connected()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  send({ type: 'heartbeat' })
  send({ type: 'speech_started' })
  await expect.poll(() => call.getState().isCallerSpeaking).toBe(true)
  vi.advanceTimersByTime(9_000)
  send({ type: 'speech_stopped' })
  await expect.poll(() => call.getState().isCallerSpeaking).toBe(false)
  vi.advanceTimersByTime(9_000)
  expect(call.getState().phase).toBe('active')
  const closed = closeCodeOf(lines[0])
  vi.advanceTimersByTime(1_000)
  expect(call.getState().phase).toBe('reconnecting')
  // Its frame may still arrive: nobody has hung up.
  expect(await closed).toBe(callCloseCodes.continues)
  vi.advanceTimersByTime(500)
  await expect.poll(() => lines.length).toBe(2)
})

test('while muted, and with push-to-talk while not held, nothing is sent', async () => {
  const { call, speak } = await connected()
  const line = lines[0]
  speak()
  await expect.poll(() => line?.frames).toBe(1)
  call.setMuted(true)
  speak()
  call.setMuted(false)
  call.setPushToTalk(true)
  speak()
  await expect.poll(() => line?.messages).toContainEqual({ type: 'push_to_talk', is_held: false })
  expect(line?.frames).toBe(1)
  call.holdToTalk(true)
  speak()
  await expect.poll(() => line?.frames).toBe(2)
  call.holdToTalk(false)
  await expect.poll(() => line?.messages.at(-1)).toEqual({ type: 'push_to_talk', is_held: false })
  call.setPushToTalk(false)
  await expect.poll(() => line?.messages.at(-1)).toEqual({ type: 'open_microphone' })
})

test('who presses the button again right after releasing it is still heard', async () => {
  const { call, speak } = await connected()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  call.setPushToTalk(true)
  call.holdToTalk(true)
  call.holdToTalk(false)
  call.holdToTalk(true)
  vi.advanceTimersByTime(1000)
  expect(call.getState().isTalkHeld).toBe(true)
  speak()
  await expect.poll(() => lines[0]?.frames).toBe(1)
  call.holdToTalk(false)
  vi.advanceTimersByTime(1000)
  expect(call.getState().isTalkHeld).toBe(false)
})

test('muting in the middle of a turn sends silence, so that the turn ends', async () => {
  const { call } = await connected()
  send({ type: 'speech_started' })
  await expect.poll(() => call.getState().isCallerSpeaking).toBe(true)
  call.setMuted(true)
  await expect.poll(() => lines[0]?.frames).toBe(50)
})

test('muting before the server has noticed the turn ends it, too', async () => {
  const { call } = await connected()
  call.setMuted(true)
  send({ type: 'speech_started' })
  await expect.poll(() => lines[0]?.frames).toBe(50)
})

test('an answer to something else does not hide that a sentence was not understood', async () => {
  const { call } = await connected()
  send({ type: 'error', code: 'NOT_UNDERSTOOD', message: '', is_final: false })
  send({ type: 'response.started', message_id: MESSAGE })
  await expect.poll(() => call.getState().response_id).toBe(MESSAGE)
  expect(call.getState().notice).toBe('NOT_UNDERSTOOD')
  send({ type: 'speech_started' })
  await expect.poll(() => call.getState().notice).toBeNull()
})

test('a line that drops is opened again in the same conversation, in the way it was talked', async () => {
  const { call, sessions, log } = await connected()
  call.setPushToTalk(true)
  lines[0]?.socket.terminate()
  await phase(call, 'reconnecting')
  expect(log).toContain('flush')
  await expect.poll(() => lines.length).toBe(2)
  send(created)
  await phase(call, 'active')
  expect(sessions).toEqual([null, CONVERSATION])
  await expect.poll(() => lines[1]?.messages).toEqual([{ type: 'push_to_talk', is_held: false }])
})

test('a server that stops is called again', async () => {
  const { call } = await connected()
  send({ type: 'error', code: 'SERVER_STOPPING', message: '', is_final: true })
  await phase(call, 'reconnecting')
  expect(call.getState().problem).toBeNull()
  await expect.poll(() => lines.length).toBe(2)
  send(created)
  await phase(call, 'active')
})

test.each<[number, string, CallProblemCode]>([
  [422, 'NO_VOICE', 'NO_VOICE'],
  [422, 'NO_CREDITS', 'NO_CREDITS'],
  [409, 'CONVERSATION_NOT_ACTIVE', 'CONVERSATION_NOT_ACTIVE'],
  [429, '', 'TOO_MANY_CALLS'],
  [404, '', 'CALL_NOT_ALLOWED'],
])('a session that is refused with %i %s ends the call with its reason', async (status, code, problem) => {
  const { call, log } = begin(soundDouble(), () => ({ status, code }))
  await phase(call, 'ended')
  expect(call.getState().problem).toBe(problem)
  expect(log).toContain('close')
})

test('a server that does not answer for a moment is asked again', async () => {
  const answers = [{ status: 503, code: '' }, null]
  const { call } = begin(soundDouble(), () => answers.shift() ?? null)
  await phase(call, 'reconnecting')
  await expect.poll(() => lines.length).toBe(1)
  send(created)
  await phase(call, 'active')
})

test('without a microphone nothing is asked of the server until the caller continues without one', async () => {
  const { call, sessions } = begin(soundDouble({ microphone: () => new DOMException('', 'NotAllowedError') }))
  await phase(call, 'no_microphone')
  expect(call.getState().microphoneFailure).toBe('denied')
  expect(sessions).toEqual([])
  call.continueWithoutMicrophone()
  await expect.poll(() => lines.length).toBe(1)
  send(created)
  await phase(call, 'active')
  call.sendText('Hello')
  await expect.poll(() => lines[0]?.messages).toEqual([{ type: 'user_message', message: 'Hello' }])
})

test('a microphone that disappears is replaced, or tried again when one is plugged in', async () => {
  let failure: DOMException | null = null
  const { call, handlers } = await connected(soundDouble({ microphone: () => failure }))
  handlers[0]?.onMicrophoneLost()
  await expect.poll(() => call.getState().notice).toBe('MICROPHONE_CHANGED')
  failure = new DOMException('', 'NotFoundError')
  handlers[0]?.onMicrophoneLost()
  await expect.poll(() => call.getState()).toMatchObject({ microphoneFailure: 'lost', hasMicrophone: false })
  failure = null
  handlers[0]?.onDevices({ microphones: [{ id: 'a', label: 'A' }], speakers: [] })
  await expect.poll(() => call.getState()).toMatchObject({ microphoneFailure: null, hasMicrophone: true })
  expect(call.getState().phase).toBe('active')
})
