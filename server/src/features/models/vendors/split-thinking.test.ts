import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitThinking } from './split-thinking.ts'

function split(deltas: string[], { omitsOpening = false } = {}) {
  const thinking = splitThinking({ omitsOpening })
  let text = ''
  let reasoning = ''
  const read = (pieces: Iterable<ReturnType<typeof thinking.read> extends Generator<infer Piece> ? Piece : never>) => {
    for (const piece of pieces) {
      if (piece.type === 'text') text += piece.text
      else if (piece.type === 'reasoning') reasoning += piece.text
      else ({ text, reasoning } = piece)
    }
  }
  for (const delta of deltas) read(thinking.read(delta))
  read(thinking.end())
  return { text, reasoning, omitted: thinking.omittedOpening() }
}

const answers: [written: string, text: string, reasoning: string][] = [
  ['<think>I should greet.</think>Hello', 'Hello', 'I should greet.'],
  ['<think>\nI should greet.\n</think>\n\nHello', 'Hello', '\nI should greet.\n'],
  ['\n<Thinking>Hm.</Thinking>\nHello', 'Hello', 'Hm.'],
  ['<reasoning>Hm.</reasoning>Hello', 'Hello', 'Hm.'],
  ['<think></think>\n<think>Two.</think>Hello', 'Hello', 'Two.'],
  ['<think>Cut off', '', 'Cut off'],
  ['I should greet.\n</think>\n\nHello', 'Hello', 'I should greet.\n'],
  ['I should greet. </thinking>Hello', 'Hello', 'I should greet. '],
  ['</think>Hello', 'Hello', ''],
  ['<think>It is </reasoning> here.</think>Hello', 'Hello', 'It is </reasoning> here.'],
  ['Write <think>so</think> first.', 'Write <think>so</think> first.', ''],
  ['The `</think>` tag ends it.', 'The `</think>` tag ends it.', ''],
  ['```xml\n<think>\nHm.\n</think>\n```\nDone.', '```xml\n<think>\nHm.\n</think>\n```\nDone.', ''],
  ['```\n</think>\n```', '```\n</think>\n```', ''],
  ['1. So:\n\n     ```\n     </think>\n     ```', '1. So:\n\n     ```\n     </think>\n     ```', ''],
  ['Hm: ```ls```\n</think>Hello', 'Hello', 'Hm: ```ls```\n'],
  ['<think>Hm.</think>Close it with </think> then.', 'Close it with </think> then.', 'Hm.'],
  ['2 < 3 and 3 > 2 </thin', '2 < 3 and 3 > 2 </thin', ''],
  ['<thought>Hm.</thought>', '<thought>Hm.</thought>', ''],
]

test.for(answers)('reasoning and answer are separated in %j, in deltas of any size', ([written, text, reasoning]) => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: written.length }), { maxLength: written.length }), (cuts) => {
      const at = [0, ...cuts.sort((a, b) => a - b), written.length]
      const deltas = at.slice(1).map((end, index) => written.slice(at[index], end))
      expect(split(deltas)).toMatchObject({ text, reasoning })
      expect(split([...written])).toMatchObject({ text, reasoning })
    }),
    { numRuns: 50 },
  )
})

test('of a model that leaves out the opening tag, nothing of its reasoning is taken for the answer meanwhile', () => {
  const first = splitThinking({ omitsOpening: true })
  expect([...first.read('I should greet.')]).toEqual([{ type: 'reasoning', text: 'I should greet.' }])
  expect([...first.read('</think>Hello'), ...first.end()]).toEqual([{ type: 'text', text: 'Hello' }])
  expect(split(['I should greet.</think>Hello']).omitted).toBe(true)
})

test('where such a model does not reason, all of it is the answer', () => {
  expect(split(['Hello ', 'you'], { omitsOpening: true })).toEqual({ text: 'Hello you', reasoning: '', omitted: false })
})

test('whatever a model writes, nothing of it is lost but tags and white space', () => {
  const piece = fc.constantFrom('<think>', '</think>', '</reasoning>', '`', '```\n', 'word', ' ', '\n', '<', '/')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.boolean(), (deltas, omitsOpening) => {
      const { text, reasoning } = split(deltas, { omitsOpening })
      const words = (all: string) => all.split('word').length
      expect(words(text + reasoning)).toBe(words(deltas.join('')))
    }),
  )
})
