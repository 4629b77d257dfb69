import { expect, test, vi } from 'vitest'
import { callCloseCodes } from '#contracts/call-close-codes.ts'
import { closeCodeOf, OTHER_CONVERSATION, phase, serveCalls, soundDouble } from './testing/given-call.ts'

const { lines, begin, connected } = serveCalls()

test('a call in another tab ends the one before it once it is connected: in the same conversation the call moves', async () => {
  const first = await connected()
  const closed = closeCodeOf(lines[0])
  let isBlocked = true
  const blocked = soundDouble({ microphone: () => (isBlocked ? new DOMException('', 'NotAllowedError') : null) })
  const second = begin(blocked)
  await phase(second.call, 'no_microphone')
  expect(first.call.getState().phase).toBe('active')
  isBlocked = false
  second.call.retryMicrophone()
  await phase(first.call, 'ended')
  expect(first.call.getState().problem).toBe('CALL_MOVED')
  expect(await closed).toBe(callCloseCodes.continues)
})

test('a page that is left does not hang up: its reader may come back', async () => {
  const onPageHide = vi.fn<(event: string, listener: () => void) => void>()
  vi.stubGlobal('addEventListener', onPageHide)
  const { call } = await connected()
  const closed = closeCodeOf(lines[0])
  onPageHide.mock.calls.find(([event]) => event === 'pagehide')?.[1]()
  expect(await closed).toBe(callCloseCodes.pageLeft)
  expect(call.getState()).toMatchObject({ phase: 'ended', problem: null })
})

test('a call that begins in another conversation ends the one before it, and hanging up frees everything', async () => {
  const first = await connected()
  const closed = closeCodeOf(lines[0])
  const second = begin(soundDouble(), () => null, OTHER_CONVERSATION)
  await phase(first.call, 'ended')
  expect(first.call.getState().problem).toBe('CALLED_IN_ANOTHER_TAB')
  expect(await closed).toBe(callCloseCodes.hungUp)
  expect(first.log).toContain('close')
  await expect.poll(() => lines.length).toBe(2)
  second.call.hangUp()
  expect(second.log).toContain('close')
  expect(second.call.getState()).toMatchObject({ phase: 'ended', problem: null })
  await expect.poll(() => lines.every(({ socket }) => socket.readyState === socket.CLOSED)).toBe(true)
})
