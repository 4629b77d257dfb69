import { NO_USAGE, typed, type VendorStream } from './vendor-stream.ts'

const message = (usage: object) => ({
  id: 'm1',
  type: 'message',
  role: 'assistant',
  model: 'claude',
  content: [],
  usage,
})
const start = (usage: object = { input_tokens: 60, cache_read_input_tokens: 40, output_tokens: 1 }) =>
  typed({ type: 'message_start', message: message(usage) })
const end = (stop_reason: string, usage: object = { output_tokens: 7 }) => [
  typed({ type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage }),
  typed({ type: 'message_stop' }),
]
const block = (index: number, content_block: object, ...deltas: object[]) => [
  typed({ type: 'content_block_start', index, content_block }),
  ...deltas.map((delta) => typed({ type: 'content_block_delta', index, delta })),
  typed({ type: 'content_block_stop', index }),
]
const text = (index: number, ...pieces: string[]) =>
  block(index, { type: 'text', text: '' }, ...pieces.map((piece) => ({ type: 'text_delta', text: piece })))
const tool = (index: number, id: string, json: string) =>
  block(index, { type: 'tool_use', id, name: 'look', input: {} }, { type: 'input_json_delta', partial_json: json })

export const anthropicStreams: VendorStream[] = [
  {
    name: 'text and a count',
    events: [start(), typed({ type: 'ping' }), ...text(0, 'Hel', 'lo'), ...end('end_turn')],
    answer: { text: 'Hello', reason: 'stop', usage: { input_tokens: 100, output_tokens: 7, cached_input_tokens: 40 } },
  },
  {
    name: 'reasoning, text and two tool calls',
    events: [
      start(),
      ...block(
        0,
        { type: 'thinking', thinking: '' },
        { type: 'thinking_delta', thinking: 'Hm.' },
        { type: 'signature_delta', signature: 's' },
      ),
      ...text(1, 'I look.'),
      ...tool(2, 'a', '{"at":"a"}'),
      ...tool(3, 'b', '{"at":"b"}'),
      ...end('tool_use'),
    ],
    answer: {
      text: 'I look.',
      reasoning: 'Hm.',
      reason: 'tool_calls',
      tool_calls: [
        { name: 'look', input: { at: 'a' } },
        { name: 'look', input: { at: 'b' } },
      ],
    },
  },
  {
    name: 'the first words with the start of their block',
    events: [
      start(),
      ...block(0, { type: 'thinking', thinking: 'H' }, { type: 'thinking_delta', thinking: 'm.' }),
      ...block(1, { type: 'text', text: 'Say "hel', citations: null }, { type: 'text_delta', text: 'lo"' }),
      ...block(2, { type: 'text', text: ' to all' }),
      ...end('end_turn'),
    ],
    answer: { text: 'Say "hello" to all', reasoning: 'Hm.', reason: 'stop' },
  },
  {
    name: 'a tool call that comes whole with the start of its block',
    events: [start(), ...block(0, { type: 'tool_use', id: 'a', name: 'look', input: { at: 'a' } }), ...end('tool_use')],
    answer: { reason: 'tool_calls', tool_calls: [{ name: 'look', input: { at: 'a' } }] },
  },
  {
    name: 'reasoning between tags',
    events: [start(), ...text(0, '<thin', 'king>Hm.</thinking>Hello'), ...end('end_turn')],
    answer: { text: 'Hello', reasoning: 'Hm.' },
  },
  {
    name: 'an event of an unknown type',
    events: [start(), ...text(0, 'Hello'), typed({ type: 'brand_new_event', value: 1 }), ...end('end_turn')],
    answer: { text: 'Hello', reason: 'stop' },
    unknown: ['brand_new_event'],
  },
  {
    name: 'a block of an unknown type',
    events: [
      start(),
      ...block(0, { type: 'brand_new', x: 1 }, { type: 'text_delta', text: 'Not the answer.' }),
      ...text(1, 'Hello'),
      ...end('end_turn'),
    ],
    answer: { text: 'Hello', reason: 'stop' },
    unknown: ['content_block_start/brand_new'],
  },
  {
    name: 'a delta of an unknown type',
    events: [
      start(),
      ...block(0, { type: 'text', text: '' }, { type: 'brand_new_delta', x: 1 }, { type: 'text_delta', text: 'Hello' }),
      ...end('end_turn'),
    ],
    answer: { text: 'Hello' },
    unknown: ['content_block_delta/brand_new_delta'],
  },
  {
    name: 'nothing but an end',
    events: [start(), ...end('end_turn', { output_tokens: 0 })],
    answer: { text: '', reason: 'stop' },
  },
  {
    name: 'zeros',
    events: [
      start({ input_tokens: 0, output_tokens: 0 }),
      ...text(0, 'Hello'),
      ...end('end_turn', { output_tokens: 0 }),
    ],
    answer: { text: 'Hello', usage: NO_USAGE },
  },
  {
    name: 'an unknown word for the end',
    events: [start(), ...text(0, 'Hello'), ...end('brand_new')],
    answer: { text: 'Hello', reason: 'other' },
  },
  {
    name: 'counts that are null at the end',
    events: [
      start(),
      ...text(0, 'Hello'),
      ...end('end_turn', { input_tokens: null, cache_read_input_tokens: null, output_tokens: 7 }),
    ],
    answer: { text: 'Hello', usage: { input_tokens: 100, output_tokens: 7, cached_input_tokens: 40 } },
  },
  {
    name: 'a tool that the vendor executes itself',
    events: [
      start(),
      ...block(
        0,
        { type: 'server_tool_use', id: 's', name: 'web_search', input: {} },
        { type: 'input_json_delta', partial_json: '{"query":"x"}' },
      ),
      ...block(1, { type: 'web_search_tool_result', tool_use_id: 's', content: [] }),
      ...text(2, 'Hello'),
      ...end('end_turn'),
    ],
    answer: { text: 'Hello', reason: 'stop', tool_calls: [] },
  },
  {
    name: 'cut off within the arguments of a tool',
    events: [
      start(),
      ...text(0, 'I look.'),
      ...tool(1, 'a', '{"at":"a"}'),
      ...tool(2, 'b', '{"at":'),
      ...end('max_tokens'),
    ],
    answer: {
      reason: 'length',
      tool_calls: [
        { name: 'look', input: { at: 'a' } },
        { name: 'look', input: '{"at":' },
      ],
    },
  },
  {
    name: 'cut off before the arguments of a tool',
    events: [start(), ...block(0, { type: 'tool_use', id: 'a', name: 'now', input: {} }), ...end('max_tokens')],
    answer: { reason: 'length', tool_calls: [{ name: 'now', input: '' }] },
  },
  { name: 'broken off after a whole block', events: [start(), ...text(0, 'Hello')], failure: 'broken_stream' },
  { name: 'broken off after a tool call', events: [start(), ...tool(0, 'a', '{}')], failure: 'broken_stream' },
  {
    name: 'broken off after an event of an unknown type',
    events: [start(), ...text(0, 'Hello'), typed({ type: 'brand_new_event' })],
    failure: 'broken_stream',
    unknown: ['brand_new_event'],
  },
  {
    name: 'an error',
    events: [
      start(),
      ...text(0, 'Hel'),
      typed({ type: 'error', error: { type: 'overloaded_error', message: 'Busy' } }),
    ],
    failure: 'unavailable',
  },
]
