/** As OpenRouter and custom servers send them: DeepSeek, vLLM, Ollama, llama.cpp, Gemini and Groq in the same form. */
import { sse } from '../vendor-double.ts'
import { COUNTED, call, calling, calls, chunk, counted, DONE, STOP, texts, USAGE } from './chat-pieces.ts'
import { NO_USAGE, type VendorStream } from './vendor-stream.ts'

/** Both vendors of this form read all of these alike. */
export const chatCompletions: VendorStream[] = [
  {
    name: 'text and a count',
    events: [...texts('Hel', 'lo'), STOP, USAGE, DONE],
    answer: { text: 'Hello', reasoning: '', reason: 'stop', usage: COUNTED },
  },
  {
    name: 'a NUL, which nothing can store',
    events: [...texts('Hel\0', '\0', 'lo'), STOP, USAGE, DONE],
    answer: { text: 'Hello', reason: 'stop' },
  },
  {
    name: 'a refusal, with its reason apart from the text',
    events: [
      chunk({ content: null, refusal: '' }),
      chunk({ content: null, refusal: 'I cannot ' }),
      chunk({ refusal: 'help.' }),
      STOP,
      USAGE,
      DONE,
    ],
    answer: { text: 'I cannot help.', reason: 'content_filter', usage: COUNTED },
  },
  {
    name: 'a tool call whose arguments are null',
    events: [calls(call({ index: 0, id: 'a' }, 'now', 'null')), chunk({}, 'tool_calls'), USAGE, DONE],
    answer: { reason: 'tool_calls', tool_calls: [{ name: 'now', input: {} }] },
  },
  {
    name: 'a tool call with a number that would be rounded',
    events: [calls(call({ index: 0, id: 'a' }, 'look', '{"at":12345678901234567890}')), chunk({}, 'tool_calls'), USAGE],
    answer: { reason: 'tool_calls', tool_calls: [{ name: 'look', input: { at: '12345678901234567890' } }] },
  },
  {
    name: 'a comment, CRLF and no [DONE]',
    events: [
      ': OPENROUTER PROCESSING\n\n',
      ...texts('Hello').map((event) => event.replaceAll('\n', '\r\n')),
      STOP,
      USAGE,
    ],
    answer: { text: 'Hello', reason: 'stop', usage: COUNTED },
  },
  {
    name: 'reasoning between tags, the tags split over deltas',
    events: [...texts('<th', 'ink>', 'I should ', 'greet.</', 'thi', 'nk>\n\n', 'Hello'), STOP, USAGE, DONE],
    answer: { text: 'Hello', reasoning: 'I should greet.', reason: 'stop' },
  },
  {
    name: 'reasoning whose opening tag is in the prompt',
    events: [...texts('I should greet.', '\n</think>\n\n', 'Hello'), STOP, USAGE, DONE],
    answer: { text: 'Hello', reasoning: 'I should greet.\n' },
  },
  {
    name: 'reasoning between tags, then a tool call',
    events: [
      ...texts('<thinking>I should look.</thinking>'),
      calls({ id: 'a', index: 0, type: 'function', function: { name: 'look', arguments: '{"at":"a"}' } }),
      chunk({}, 'tool_calls'),
      USAGE,
    ],
    answer: {
      text: '',
      reasoning: 'I should look.',
      reason: 'tool_calls',
      tool_calls: [{ name: 'look', input: { at: 'a' } }],
    },
  },
  {
    name: 'tags in a code block and later in an answer',
    events: [...texts('Write `<think>` so:\n```\n<think>Hm.</think>\n```\n', 'and <think>more</think>.'), STOP, DONE],
    answer: { text: 'Write `<think>` so:\n```\n<think>Hm.</think>\n```\nand <think>more</think>.', reasoning: '' },
  },
  {
    name: 'DeepSeek’s prompt cache and reasoning',
    events: [
      chunk({ reasoning_content: 'Hm.' }),
      ...texts('Hello'),
      STOP,
      counted({
        prompt_tokens: 100,
        completion_tokens: 50,
        total_tokens: 150,
        prompt_cache_hit_tokens: 64,
        prompt_cache_miss_tokens: 36,
        completion_tokens_details: { reasoning_tokens: 40 },
      }),
    ],
    answer: { text: 'Hello', usage: { input_tokens: 100, output_tokens: 50, cached_input_tokens: 64 } },
  },
  {
    name: 'reasoning counted apart from the answer',
    events: [
      ...texts('Hello'),
      STOP,
      counted({
        prompt_tokens: 100,
        completion_tokens: 7,
        total_tokens: 307,
        completion_tokens_details: { reasoning_tokens: 200 },
      }),
    ],
    answer: { usage: { input_tokens: 100, output_tokens: 207 } },
  },
  {
    name: 'reasoning that only the total counts',
    events: [...texts('Hello'), STOP, counted({ prompt_tokens: 100, completion_tokens: 7, total_tokens: 307 })],
    answer: { usage: { input_tokens: 100, output_tokens: 207 } },
  },
  {
    name: 'a count in every piece',
    events: [
      chunk({ content: 'Hel' }, null, { usage: { prompt_tokens: 100, completion_tokens: 1, total_tokens: 101 } }),
      chunk({ content: 'lo' }, 'stop', { usage: { prompt_tokens: 100, completion_tokens: 7, total_tokens: 107 } }),
    ],
    answer: { text: 'Hello', usage: COUNTED },
  },
  { name: 'no count', events: [...texts('Hello'), STOP, DONE], answer: { text: 'Hello', usage: NO_USAGE } },
  { name: 'a count of nothing', events: [...texts('Hello'), STOP, counted(null), DONE], answer: { usage: NO_USAGE } },
  {
    name: 'zeros',
    events: [...texts('Hello'), STOP, counted({ prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 })],
    answer: { text: 'Hello', usage: NO_USAGE },
  },
  {
    name: 'no text',
    events: [chunk({ role: 'assistant', content: '' }), STOP, USAGE],
    answer: { text: '', reason: 'stop', tool_calls: [] },
  },
  { name: 'a finish without a word of it', events: [chunk({}, 'length')], answer: { text: '', reason: 'length' } },
  calling(
    'two tool calls',
    calls(call({ index: 0, id: 'a', type: 'function' }, 'look', '')),
    calls(call({ index: 0 }, undefined, '{"at"'), call({ index: 0 }, undefined, ':"a"}')),
    calls(call({ index: 1, id: 'b', type: 'function' }, 'look', '{"at":"b"}')),
  ),
  calling(
    'two tool calls without an index',
    calls(
      call({ id: 'a', type: 'function' }, 'look', '{"at":"a"}'),
      call({ id: 'b', type: 'function' }, 'look', '{"at":"b"}'),
    ),
  ),
  calling(
    'two tool calls without an index, in pieces',
    calls(call({ id: 'a', type: 'function' }, 'look', '{"at"')),
    calls(call({}, undefined, ':"a"}')),
    calls(call({ id: 'b', type: 'function' }, 'look', '{"at":"b"')),
    calls(call({}, undefined, '}')),
  ),
  calling(
    'two tool calls under one index',
    calls(call({ index: 0, id: 'a', type: 'function' }, 'look', '{"at":"a"}')),
    calls(call({ index: 0, id: 'b', type: 'function' }, 'look', '{"at":"b"}')),
  ),
  calling(
    'two tool calls under one index without an id',
    calls(call({ index: 0, type: 'function' }, 'look', '{"at":"a"}')),
    calls(call({ index: 0, type: 'function' }, 'look', '{"at":"b"}')),
  ),
  calling(
    'two tool calls without a type, the id in every piece',
    calls(call({ index: 0, id: 'a' }, 'look', '{"at"')),
    calls(call({ index: 0, id: 'a' }, undefined, ':"a"}')),
    calls(call({ index: 1, id: 'b' }, 'look', '{"at":"b"}')),
  ),
  {
    name: 'a tool call without arguments that ends in stop',
    events: [calls(call({ id: 'a', index: 0, type: 'function' }, 'now', '')), STOP, USAGE],
    answer: { reason: 'tool_calls', tool_calls: [{ name: 'now', input: {} }] },
  },
  {
    name: 'a chunk of a kind that nobody knows',
    events: [...texts('Hel'), sse({ brand_new: true }), ...texts('lo'), STOP, USAGE],
    answer: { text: 'Hello', reason: 'stop' },
    unknown: ['untyped'],
  },
  { name: 'broken off after some text', events: texts('Hel', 'lo'), failure: 'broken_stream' },
  { name: 'broken off after a count', events: [...texts('Hello'), USAGE], failure: 'broken_stream' },
  {
    name: 'broken off after a tool call',
    events: [calls(call({ index: 0, id: 'a', type: 'function' }, 'look', '{"at":"a"}'))],
    failure: 'broken_stream',
  },
  { name: 'broken JSON', events: [...texts('Hel'), 'data: {"choices": [\n\n', STOP], failure: 'broken_stream' },
  { name: 'a piece of the answer of an unknown form', events: [chunk({ content: 5 }), STOP], failure: 'broken_stream' },
  {
    name: 'an error',
    events: [...texts('Hel'), sse({ error: { message: 'Busy', type: 'overloaded' } })],
    failure: 'unavailable',
  },
  {
    name: 'an error in an odd form',
    events: [...texts('Hel'), sse({ error: 'Busy' }), STOP],
    failure: 'broken_stream',
  },
]
