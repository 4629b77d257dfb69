import { sse } from '../vendor-double.ts'
import { NO_USAGE, type VendorStream } from './vendor-stream.ts'

const chunk = (parts: object[], more: object = {}, usageMetadata?: object) =>
  sse({
    candidates: [{ content: { role: 'model', parts }, index: 0, ...more }],
    ...(usageMetadata && { usageMetadata }),
  })
const text = (piece: string, more: object = {}, usage?: object) => chunk([{ text: piece }], more, usage)
const STOP = { finishReason: 'STOP' }
const USAGE = { promptTokenCount: 100, candidatesTokenCount: 7, totalTokenCount: 107, cachedContentTokenCount: 40 }

export const geminiStreams: VendorStream[] = [
  {
    name: 'text and a count',
    events: [text('Hel'), text('lo', STOP, USAGE)],
    answer: { text: 'Hello', reason: 'stop', usage: { input_tokens: 100, output_tokens: 7, cached_input_tokens: 40 } },
  },
  {
    name: 'thoughts, counted apart',
    events: [
      chunk([{ text: 'Hm.', thought: true }]),
      text('Hello', STOP, {
        promptTokenCount: 100,
        candidatesTokenCount: 7,
        thoughtsTokenCount: 200,
        totalTokenCount: 307,
      }),
    ],
    answer: { text: 'Hello', reasoning: 'Hm.', usage: { input_tokens: 100, output_tokens: 207 } },
  },
  {
    name: 'reasoning between tags',
    events: [text('<think>Hm.</thi'), text('nk>Hello', STOP, USAGE)],
    answer: { text: 'Hello', reasoning: 'Hm.' },
  },
  {
    name: 'two tool calls',
    events: [
      chunk(
        [{ functionCall: { name: 'look', args: { at: 'a' } } }, { functionCall: { name: 'look', args: { at: 'b' } } }],
        STOP,
        USAGE,
      ),
    ],
    answer: {
      reason: 'tool_calls',
      tool_calls: [
        { name: 'look', input: { at: 'a' } },
        { name: 'look', input: { at: 'b' } },
      ],
    },
  },
  {
    name: 'a part of an unknown kind',
    events: [chunk([{ brandNew: { x: 1 } }]), text('Hello', STOP, USAGE)],
    answer: { text: 'Hello', reason: 'stop' },
  },
  {
    name: 'code that the vendor executes itself',
    events: [
      chunk([{ executableCode: { language: 'PYTHON', code: '1' } }]),
      chunk([{ codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } }]),
      text('Hello', STOP, USAGE),
    ],
    answer: { text: 'Hello', reason: 'stop', tool_calls: [] },
  },
  {
    name: 'a call that no tool was there for',
    events: [text('Hel'), text('', { finishReason: 'UNEXPECTED_TOOL_CALL' }, USAGE)],
    failure: 'broken_stream',
  },
  {
    name: 'an account that Google limits in the middle of an answer',
    events: [text('Hel'), text('', { finishReason: 'PUP_LIMITED_DISABLED' }, USAGE)],
    failure: 'broken_stream',
  },
  {
    name: 'a picture that a filter withheld',
    events: [text('Here'), text('', { finishReason: 'IMAGE_PROHIBITED_CONTENT' }, USAGE)],
    answer: { text: 'Here', reason: 'content_filter' },
  },
  { name: 'no count', events: [text('Hello', STOP)], answer: { text: 'Hello', usage: NO_USAGE } },
  {
    name: 'a total alone',
    events: [text('Hello', STOP, { totalTokenCount: 107 })],
    answer: { usage: { ...NO_USAGE, total_tokens: 107 } },
  },
  { name: 'nothing but an end', events: [text('', STOP, USAGE)], answer: { text: '', reason: 'stop' } },
  {
    name: 'a blocked prompt',
    events: [sse({ promptFeedback: { blockReason: 'SAFETY' }, usageMetadata: USAGE })],
    answer: { text: '', reason: 'content_filter' },
  },
  { name: 'broken off', events: [text('Hel'), text('lo')], failure: 'broken_stream' },
  {
    name: 'an error',
    events: [text('Hel'), sse({ error: { code: 503, message: 'Busy', status: 'UNAVAILABLE' } })],
    failure: 'unavailable',
  },
]
