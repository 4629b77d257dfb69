import { expect, test } from 'vitest'
import { type FromFrame, isFromFrame, isToFrame, type ToFrame } from './widget-frames.ts'

const view = { isOpen: true, isNarrow: false, side: 'right' } as const

test('every message of either side is taken', () => {
  const toFrame: ToFrame[] = [
    {
      type: 'start',
      ...view,
      contact: { external_id: '7' },
      wsUrl: 'wss://a.example',
      iconAssetUrl: 'https://a.example',
      hasCloseButton: true,
      scheme: 'dark',
      settings: { mode: 'light', opacity: 0.9 },
      variables: { '--primary-color': '#123456' },
      stored: '',
    },
    { type: 'view', ...view },
    { type: 'scheme', scheme: 'light' },
    { type: 'applySettings', settings: {} },
    { type: 'updateStyle', variables: {} },
    { type: 'sendMessage', content: 'Hello' },
    { type: 'mobileBrowserBack' },
    { type: 'unread', count: 2 },
    { type: 'stored', text: '{}' },
  ]
  const fromFrame: FromFrame[] = [
    { type: 'ready' },
    { type: 'unavailable', reason: 'The organization is inactive' },
    { type: 'toggle' },
    { type: 'close' },
    { type: 'drag', dx: -4, isDone: false },
    { type: 'moveLauncher', side: 'left' },
    { type: 'unread', count: 0 },
    { type: 'steppedBack' },
    { type: 'store', text: '' },
  ]
  expect(toFrame.filter((message) => !isToFrame(message))).toEqual([])
  expect(fromFrame.filter((message) => !isFromFrame(message))).toEqual([])
})

test.for<unknown>([
  null,
  undefined,
  7,
  'ready',
  [],
  {},
  { type: 'constructor' },
  { type: 'toString' },
  { type: ['ready'] },
  { type: 'view', isOpen: 'yes', isNarrow: false, side: 'right' },
  { type: 'moveLauncher', side: 'top' },
  { type: 'sendMessage' },
  { type: 'sendMessage', content: { toString: () => 'x' } },
  { type: 'applySettings', settings: { mode: { nested: true } } },
  { type: 'unread', count: Number.NaN },
  { type: 'drag', dx: '4', isDone: true },
])('anything else is none of ours: %j', (data) => {
  expect(isToFrame(data)).toBe(false)
  expect(isFromFrame(data)).toBe(false)
})
