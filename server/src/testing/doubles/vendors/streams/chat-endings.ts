/** The words of single vendors for an ending, as they document them, where a custom server is one of theirs. */
import { sse } from '../vendor-double.ts'
import type { VendorStream } from './vendor-stream.ts'

const choice = (delta: object, finish_reason: string | null = null) =>
  sse({
    id: 'c1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta, finish_reason }],
  })
const endingIn = (word: string) => [choice({ content: 'Hel' }), choice({}, word), sse('[DONE]')]

const cut: [vendor: string, word: string][] = [
  ['DeepSeek', 'insufficient_system_resource'],
  ['Zhipu', 'network_error'],
  ['Mistral', 'error'],
  ['vLLM', 'abort'],
]

export const chatEndings: VendorStream[] = [
  ...cut.map(
    ([vendor, word]): VendorStream => ({
      name: `an answer that ${vendor} broke off with the word ${word}`,
      events: endingIn(word),
      failure: 'broken_stream',
    }),
  ),
  {
    name: 'an answer as long as Mistral’s model allows',
    events: endingIn('model_length'),
    answer: { text: 'Hel', reason: 'length' },
  },
  {
    name: 'an answer as long as Zhipu’s model allows',
    events: endingIn('model_context_window_exceeded'),
    answer: { text: 'Hel', reason: 'length' },
  },
  {
    name: 'an answer that Zhipu’s filter ended',
    events: endingIn('sensitive'),
    answer: { text: 'Hel', reason: 'content_filter' },
  },
]
