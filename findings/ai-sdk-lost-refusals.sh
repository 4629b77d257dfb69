#!/bin/sh
# A model that refuses says why in `refusal`, beside `content` (chat completions), or in events of its own (responses). @openrouter/ai-sdk-provider 3.1.0 and @ai-sdk/xai 5.0.12 drop it: the answer is empty and a success ("stop"). @ai-sdk/openai-compatible 3.0.92 and @ai-sdk/openai 4.0.118 make it the text and end with "content-filter".
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' > package.json
npm install --no-audit --no-fund --ignore-scripts --silent @openrouter/ai-sdk-provider@3.1.0 @ai-sdk/xai@5.0.12 @ai-sdk/openai-compatible@3.0.92 @ai-sdk/openai@4.0.118 ai@7.0.173 zod@4.6.7 > /dev/null
cat > check.mjs <<'SCRIPT'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { createXai } from '@ai-sdk/xai'
import { createOpenRouter } from '@openrouter/ai-sdk-provider'

const chunk = (delta, finish_reason = null) => ({
  ...{ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm' },
  choices: [{ index: 0, delta, finish_reason }],
})
const chat = [
  chunk({ role: 'assistant', content: null, refusal: '' }),
  chunk({ refusal: 'I cannot ' }),
  chunk({ refusal: 'help.' }),
  chunk({}, 'stop'),
]

const response = { id: 'r1', object: 'response', created_at: 1, model: 'm', status: 'in_progress', output: [] }
const usage = {
  ...{ input_tokens: 9, input_tokens_details: { cached_tokens: 0 }, output_tokens: 3, total_tokens: 12 },
  output_tokens_details: { reasoning_tokens: 0 },
}
const message = { type: 'message', id: 'i1', role: 'assistant', status: 'completed' }
const at = { item_id: 'i1', output_index: 0, content_index: 0 }
const responses = [
  { type: 'response.created', response },
  { type: 'response.output_item.added', output_index: 0, item: { ...message, content: [] } },
  { type: 'response.refusal.delta', ...at, delta: 'I cannot ' },
  { type: 'response.refusal.delta', ...at, delta: 'help.' },
  {
    type: 'response.output_item.done',
    output_index: 0,
    item: { ...message, content: [{ type: 'refusal', refusal: 'I cannot help.' }] },
  },
  { type: 'response.completed', response: { ...response, status: 'completed', usage } },
]

const sending = (events) => ({
  apiKey: 'none',
  baseURL: 'http://127.0.0.1/v1',
  fetch: async () =>
    new Response(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''), {
      headers: { 'content-type': 'text/event-stream' },
    }),
})
const models = {
  '@openrouter/ai-sdk-provider': createOpenRouter({ ...sending(chat), compatibility: 'strict' }).chat('m'),
  '@ai-sdk/xai': createXai(sending(responses)).responses('m'),
  '@ai-sdk/openai-compatible': createOpenAICompatible({ name: 'c', ...sending(chat) })('m'),
  '@ai-sdk/openai': createOpenAI(sending(responses)).responses('m'),
}
for (const [name, model] of Object.entries(models)) {
  const prompt = [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }]
  const { stream } = await model.doStream({ prompt })
  let text = ''
  let reason
  for await (const part of stream) {
    if (part.type === 'text-delta') text += part.delta
    if (part.type === 'finish') reason = part.finishReason.unified
  }
  console.log(name, JSON.stringify(text), reason)
}
SCRIPT
seen=$(node check.mjs 2>/dev/null)
expected='@openrouter/ai-sdk-provider "" stop
@ai-sdk/xai "" stop
@ai-sdk/openai-compatible "I cannot help." content-filter
@ai-sdk/openai "I cannot help." content-filter'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { printf '%s\n' "changed, was: $expected"; exit 1; }
