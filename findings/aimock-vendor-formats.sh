#!/bin/sh
# @copilotkit/aimock 1.43.0, a stand-in for vendors of models, answers in forms that the providers of the AI SDK do not read as those of the vendors: @ai-sdk/xai 5.0.12 rejects the reasoning item without a status, twice, and the last event that holds it, so an answer with reasoning has no end; @openrouter/ai-sdk-provider 3.1.0 drops reasoning that comes as reasoning_content, which @ai-sdk/openai-compatible 3.0.92 reads; and @ai-sdk/google 4.0.121 ends a call of a tool with "other", because the reason is FUNCTION_CALL, which is none of Gemini's. A test against it that is green or red says nothing about these vendors.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true,"type":"module"}' > package.json
npm install --no-audit --no-fund --ignore-scripts --silent @copilotkit/aimock@1.43.0 @ai-sdk/xai@5.0.12 @ai-sdk/openai-compatible@3.0.92 @ai-sdk/google@4.0.121 @openrouter/ai-sdk-provider@3.1.0 ai@7.0.173 > /dev/null 2>&1
cat > check.mjs <<'SCRIPT'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { createXai } from '@ai-sdk/xai'
import { LLMock } from '@copilotkit/aimock'
import { createOpenRouter } from '@openrouter/ai-sdk-provider'
import { jsonSchema, streamText, tool } from 'ai'

const mock = new LLMock({ port: 0, logLevel: 'silent' })
mock.on({ userMessage: 'think' }, { content: 'Four.', reasoning: 'Two and two.' })
mock.on({ userMessage: 'look' }, { toolCalls: [{ name: 'look', arguments: { city: 'Rome' } }] })
await mock.start()
const at = (path) => ({ apiKey: 'none', baseURL: mock.url + path })
const models = {
  'openai-compatible': createOpenAICompatible({ ...at('/v1'), name: 'local' })('local-model'),
  openrouter: createOpenRouter(at('/api/v1')).chat('deepseek/deepseek-r1'),
  google: createGoogle(at('/v1beta'))('gemini-3-pro-preview'),
  xai: createXai(at('/v1')).responses('grok-4.3'),
}
const tools = {
  look: tool({ description: 'Looks', inputSchema: jsonSchema({ type: 'object', properties: { city: { type: 'string' } } }) }),
}

async function ask(model, prompt) {
  const read = { reasoning: '', text: '', tools: 0, finish: null, errors: 0 }
  for await (const part of streamText({ model, prompt, tools, maxRetries: 0, onError() {} }).fullStream) {
    if (part.type === 'reasoning-delta') read.reasoning += part.text
    if (part.type === 'text-delta') read.text += part.text
    if (part.type === 'tool-call') read.tools += 1
    if (part.type === 'error') read.errors += 1
    if (part.type === 'finish-step') read.finish = part.finishReason
  }
  return read
}

const seen = []
for (const [name, model] of Object.entries(models)) {
  const thought = await ask(model, 'think')
  const looked = await ask(model, 'look')
  seen.push(`${name}: reasoning ${thought.reasoning ? 'read' : 'lost'}, ${thought.finish ?? 'no end'}, ${thought.errors} errors; tool ${looked.tools}, ${looked.finish ?? 'no end'}, ${looked.errors} errors`)
}
const expected = [
  'openai-compatible: reasoning read, stop, 0 errors; tool 1, tool-calls, 0 errors',
  'openrouter: reasoning lost, stop, 0 errors; tool 1, tool-calls, 0 errors',
  'google: reasoning read, stop, 0 errors; tool 1, other, 0 errors',
  'xai: reasoning read, other, 3 errors; tool 1, tool-calls, 0 errors',
]
console.log(seen.join('\n'))
await mock.stop()
process.exit(seen.join('\n') === expected.join('\n') ? 0 : 1)
SCRIPT
node check.mjs
