import { expect, test } from 'vitest'
import { mentionAt } from './mention-text.ts'

const at = (marked: string) => mentionAt(marked.replace('|', ''), marked.indexOf('|'), ['@'])

test.each([
  ['@|', { trigger: '@', start: 0, wanted: '' }],
  ['Ask @Da| please', { trigger: '@', start: 4, wanted: 'Da' }],
  ['(@Da|', { trigger: '@', start: 1, wanted: 'Da' }],
  ['line\n@Dana Scu|', { trigger: '@', start: 5, wanted: 'Dana Scu' }],
  ['@Dana and @F|', { trigger: '@', start: 10, wanted: 'F' }],
])('%s opens a mention', (marked, mention) => {
  expect(at(marked)).toEqual(mention)
})

test.each([
  ['an address', 'mail dana@exam|'],
  ['a trigger that stands alone', 'at @ |'],
  ['a trigger on another line', '@Dana\nand|'],
  ['a caret before the trigger', 'say |@Dana'],
  ['no trigger', 'Hello|'],
  ['a trigger far behind', `@${'x'.repeat(60)}|`],
])('%s does not', (_, marked) => {
  expect(at(marked)).toBeNull()
})
