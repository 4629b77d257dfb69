import { expect, test } from 'vitest'
import { drawableText } from './diagram-text.ts'

test('a diagram is drawn without what it says about its own looks and limits', () => {
  const text = 'flowchart LR\n  A --> B'
  expect(drawableText(text)).toBe(text)
  expect(drawableText(`---\ntitle: x\nconfig:\n  maxEdges: 9\n---\n${text}`)).toBe(text)
  expect(drawableText(`%%{init: {"securityLevel": "loose"}}%%\n%% a note\n${text}`)).toBe(text)
  expect(drawableText('gantt\n  excludes weekends\n  tickInterval 1second\n  A: 1d')).toBe('gantt\n\n\n  A: 1d')
})

test.each([
  ['of another kind', 'packet-beta\n  0-999999999: "x"'],
  ['that hides its kind', '%%{init: {}}%%\n%% flowchart\nradar-beta\n  ticks 99999999'],
  ['of many lines', `flowchart LR\n${'  a\n'.repeat(300)}`],
  ['of many parts in one line', `flowchart LR\n  ${'a & '.repeat(300)}b`],
  ['of many edges in one line', `flowchart LR\n  ${'a-->'.repeat(300)}b`],
  ['of many characters', `flowchart LR\n  A["${'a'.repeat(20_001)}"]`],
  ['that is a large map', `mindmap\n${'  a\n'.repeat(60)}`],
  ['that is nothing', ''],
])('one %s is not', (_, code) => {
  expect(drawableText(code)).toBeNull()
})
