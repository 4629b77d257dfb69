#!/bin/sh
# An answer of OpenAI's Responses API may have two messages, what the model is about to do and then the answer (`phase` is "commentary" and "final_answer"). `output_text` of openai 7.59.0, and the text of ai 7.0.173 with @ai-sdk/openai 4.0.118, put nothing between them, so that two sentences run together.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' > package.json
npm install --no-audit --no-fund --ignore-scripts --silent openai@7.59.0 @ai-sdk/openai@4.0.118 ai@7.0.173 zod@4.6.7 > /dev/null
cat > check.mjs <<'SCRIPT'
import { createOpenAI } from '@ai-sdk/openai'
import { streamText } from 'ai'
import OpenAI from 'openai'

const texts = [
  ['commentary', 'I look it up.'],
  ['final_answer', 'It is open.'],
]
const output = texts.map(([phase, text], index) => ({
  ...{ type: 'message', id: `i${index}`, role: 'assistant', status: 'completed', phase },
  content: [{ type: 'output_text', text, annotations: [] }],
}))
const usage = {
  ...{ input_tokens: 9, input_tokens_details: { cached_tokens: 0 }, output_tokens: 3, total_tokens: 12 },
  output_tokens_details: { reasoning_tokens: 0 },
}
const response = { id: 'r1', object: 'response', created_at: 1, model: 'm', status: 'completed', output, usage }
const events = [
  { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
  ...output.flatMap((item, output_index) => [
    { type: 'response.output_item.added', output_index, item: { ...item, content: [] } },
    {
      ...{ type: 'response.output_text.delta', item_id: item.id, output_index, content_index: 0 },
      delta: item.content[0].text,
    },
    { type: 'response.output_item.done', output_index, item },
  ]),
  { type: 'response.completed', response },
]
const settings = {
  apiKey: 'none',
  baseURL: 'http://127.0.0.1/v1',
  fetch: async (_url, { body }) =>
    JSON.parse(body).stream
      ? new Response(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''), {
          headers: { 'content-type': 'text/event-stream' },
        })
      : Response.json(response),
}
const { output_text } = await new OpenAI(settings).responses.create({ model: 'm', input: 'Hello' })
console.log('openai', output_text)
console.log('ai', await streamText({ model: createOpenAI(settings)('m'), prompt: 'Hello' }).text)
SCRIPT
seen=$(node check.mjs 2>/dev/null)
expected='openai I look it up.It is open.
ai I look it up.It is open.'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { printf '%s\n' "changed, was: $expected"; exit 1; }
