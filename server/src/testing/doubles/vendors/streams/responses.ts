/** As OpenAI and xAI send them. */
import { NO_USAGE, typed, type VendorStream } from './vendor-stream.ts'

const RESPONSE = { id: 'r1', object: 'response', created_at: 1, model: 'm', status: 'in_progress', output: [] }
const START = typed({ type: 'response.created', response: RESPONSE })
const usage = (more: object = {}) => ({
  input_tokens: 100,
  input_tokens_details: { cached_tokens: 40 },
  output_tokens: 7,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 107,
  ...more,
})
const end = (type: 'completed' | 'incomplete', counted: object | null = usage()) =>
  typed({
    type: `response.${type}`,
    response: {
      ...RESPONSE,
      status: type,
      incomplete_details: type === 'completed' ? null : { reason: 'max_output_tokens' },
      usage: counted,
    },
  })

const MESSAGE = { type: 'message', id: 'i1', role: 'assistant', status: 'completed' }
const text = (...pieces: string[]) => message('i1', null, ...pieces)
function message(id: string, phase: string | null, ...pieces: string[]): string[] {
  const at = { item_id: id, output_index: 0 }
  const item = { ...MESSAGE, id, ...(phase && { phase }) }
  const content = [{ type: 'output_text', text: pieces.join(''), annotations: [] }]
  return [
    typed({ type: 'response.output_item.added', output_index: 0, item: { ...item, content: [] } }),
    ...pieces.map((delta) => typed({ type: 'response.output_text.delta', ...at, content_index: 0, delta })),
    typed({ type: 'response.output_item.done', output_index: 0, item: { ...item, content } }),
  ]
}

function call(output_index: number, id: string, json: string): string[] {
  const item = { type: 'function_call', id: `fc_${id}`, call_id: id, name: 'look', status: 'completed' }
  const at = { item_id: item.id, output_index }
  return [
    typed({ type: 'response.output_item.added', output_index, item: { ...item, arguments: '' } }),
    typed({ type: 'response.function_call_arguments.delta', ...at, delta: json }),
    typed({ type: 'response.function_call_arguments.done', ...at, arguments: json }),
    typed({ type: 'response.output_item.done', output_index, item: { ...item, arguments: json } }),
  ]
}

/** Both vendors of this form read all of these alike. */
export const responsesStreams: VendorStream[] = [
  {
    name: 'text and a count',
    events: [START, ...text('Hel', 'lo'), end('completed')],
    answer: { text: 'Hello', reason: 'stop', usage: { input_tokens: 100, output_tokens: 7, cached_input_tokens: 40 } },
  },
  {
    name: 'a refusal, with its reason apart from the text',
    events: [
      START,
      typed({ type: 'response.output_item.added', output_index: 0, item: { ...MESSAGE, content: [] } }),
      ...['I cannot ', 'help.'].map((delta) =>
        typed({ type: 'response.refusal.delta', item_id: 'i1', output_index: 0, content_index: 0, delta }),
      ),
      typed({
        type: 'response.output_item.done',
        output_index: 0,
        item: { ...MESSAGE, content: [{ type: 'refusal', refusal: 'I cannot help.' }] },
      }),
      end('completed'),
    ],
    answer: { text: 'I cannot help.' },
  },
  {
    name: 'a tool that the vendor executes itself',
    events: [
      START,
      ...['added', 'done'].map((step) =>
        typed({
          type: `response.output_item.${step}`,
          output_index: 0,
          item: { type: 'web_search_call', id: 'w', status: 'completed', action: { type: 'search', query: 'x' } },
        }),
      ),
      ...text('Hello'),
      end('completed'),
    ],
    answer: { text: 'Hello', reason: 'stop', tool_calls: [] },
  },
  {
    name: 'cut off before the arguments of a tool',
    events: [START, ...call(0, 'a', ''), end('incomplete')],
    answer: { reason: 'length', tool_calls: [{ name: 'look', input: '' }] },
  },
  {
    name: 'reasoning counted apart',
    events: [
      START,
      ...text('Hello'),
      end('completed', usage({ output_tokens_details: { reasoning_tokens: 200 }, total_tokens: 307 })),
    ],
    answer: { usage: { input_tokens: 100, output_tokens: 207 } },
  },
  {
    name: 'reasoning between tags',
    events: [START, ...text('<think>', 'Hm.', '</think>', 'Hello'), end('completed')],
    answer: { text: 'Hello', reasoning: 'Hm.' },
  },
  {
    name: 'two tool calls',
    events: [START, ...call(0, 'a', '{"at":"a"}'), ...call(1, 'b', '{"at":"b"}'), end('completed')],
    answer: {
      reason: 'tool_calls',
      tool_calls: [
        { name: 'look', input: { at: 'a' } },
        { name: 'look', input: { at: 'b' } },
      ],
    },
  },
  {
    // Models from GPT-5.3 Codex on: `phase` in the types of `openai` 7.59.0.
    name: 'two messages, of which the first says what the model is about to do',
    events: [
      START,
      ...message('i1', 'commentary', 'I look ', 'it up.'),
      ...message('i2', 'final_answer', 'It is ', 'open.'),
      end('completed'),
    ],
    answer: { text: 'I look it up.\n\nIt is open.', reason: 'stop' },
  },
  {
    name: 'an empty message before the answer, and one that ends with its own line',
    events: [
      START,
      ...message('i1', 'commentary', ''),
      ...message('i2', 'commentary', 'I look it up.\n'),
      ...message('i3', 'final_answer', 'It is open.'),
      end('completed'),
    ],
    answer: { text: 'I look it up.\n\nIt is open.' },
  },
  {
    name: 'no count',
    events: [START, ...text('Hello'), end('completed', null)],
    answer: { text: 'Hello', usage: NO_USAGE },
  },
  { name: 'nothing but an end', events: [START, end('completed')], answer: { text: '', reason: 'stop' } },
  { name: 'cut off without a word', events: [START, end('incomplete')], answer: { text: '', reason: 'length' } },
  { name: 'broken off', events: [START, ...text('Hello')], failure: 'broken_stream' },
  { name: 'broken off after a tool call', events: [START, ...call(0, 'a', '{}')], failure: 'broken_stream' },
]

const withUnknown = (unknown: string[]): VendorStream[] => [
  {
    name: 'an event of an unknown type',
    events: [START, ...text('Hello'), typed({ type: 'response.brand_new', value: 1 }), end('completed')],
    answer: { text: 'Hello', reason: 'stop' },
    unknown,
  },
  {
    name: 'broken off after an event of an unknown type',
    events: [START, ...text('Hello'), typed({ type: 'response.brand_new', value: 1 })],
    failure: 'broken_stream',
    unknown,
  },
]

/** Its package passes over what it does not know by itself. */
export const openaiStreams: VendorStream[] = withUnknown([])
export const xaiStreams: VendorStream[] = withUnknown(['response.brand_new'])
