/** What servers send that speak chat completions nearly as they are described. */
import { sse } from '../vendor-double.ts'
import { COUNTED, called, calls, chunk, counted, DONE, STOP, texts, USAGE } from './chat-pieces.ts'
import { NO_USAGE, type VendorStream } from './vendor-stream.ts'

/** Of a custom server alone. */
export const customStreams: VendorStream[] = [
  {
    name: 'the old way to call a function',
    events: [chunk({ function_call: { name: 'look', arguments: '{}' } }), chunk({}, 'function_call'), USAGE],
    answer: { text: '', reason: 'tool_calls', tool_calls: [] },
  },
  {
    name: 'a total alone',
    events: [...texts('Hello'), STOP, counted({ total_tokens: 107 })],
    answer: { usage: { input_tokens: null, output_tokens: null, total_tokens: 107 } },
  },
  {
    name: 'counts as texts, or as what is no count',
    events: [
      ...texts('The "prompt_tokens": "5" of it'),
      STOP,
      counted({ prompt_tokens: '100', completion_tokens: ' 7 ', prompt_tokens_details: { cached_tokens: '40' } }),
    ],
    answer: {
      text: 'The "prompt_tokens": "5" of it',
      usage: { input_tokens: 100, output_tokens: 7, cached_input_tokens: 40 },
    },
  },
  {
    name: 'counts that say nothing',
    events: [...texts('Hello'), STOP, counted({ prompt_tokens: 'many', completion_tokens: {}, total_tokens: [] })],
    answer: { text: 'Hello', reason: 'stop', usage: NO_USAGE },
  },
  {
    name: 'null for an empty list of choices, as servers in Go write it',
    events: [
      ...texts('Hello'),
      STOP,
      sse({ id: 'c1', created: 1, model: 'm', choices: null, usage: { prompt_tokens: 100, completion_tokens: 7 } }),
      DONE,
    ],
    answer: { text: 'Hello', reason: 'stop', usage: { input_tokens: 100, output_tokens: 7 } },
  },
  {
    name: 'the arguments of a tool as an object',
    events: [
      calls({ index: 0, id: 'a', function: { name: 'look', arguments: { at: 'a' } } }),
      calls({ index: 1, id: 'b', function: { name: 'look', arguments: { at: 'b' } } }),
      chunk({}, 'tool_calls'),
      USAGE,
    ],
    answer: called,
  },
  {
    name: 'a whole answer where a stream was asked for',
    content_type: 'application/json; charset=utf-8',
    events: [
      JSON.stringify({
        id: 'c1',
        object: 'chat.completion',
        created: 1,
        model: 'm',
        choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 100, completion_tokens: 7, total_tokens: 107 },
      }),
    ],
    answer: { text: 'Hello', reason: 'stop', usage: COUNTED },
  },
  {
    name: 'a whole answer with calls',
    content_type: 'application/json',
    events: [
      JSON.stringify({
        choices: [
          {
            message: {
              role: 'assistant',
              content: null,
              tool_calls: [
                { id: 'a', type: 'function', function: { name: 'look', arguments: '{"at":"a"}' } },
                { id: 'b', type: 'function', function: { name: 'look', arguments: { at: 'b' } } },
              ],
            },
            finish_reason: 'tool_calls',
          },
        ],
      }),
    ],
    answer: called,
  },
  {
    name: 'an error with the status of a success',
    content_type: 'application/json',
    events: [JSON.stringify({ error: { message: 'The model is loading' } })],
    failure: 'broken_stream',
  },
  {
    name: 'an odd word for the end',
    events: [...texts('Hello'), chunk({}, 'eos_token')],
    answer: { text: 'Hello', reason: 'other' },
  },
]
