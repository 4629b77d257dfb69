import { expect, test } from 'vitest'
import { startCustomDouble, startOpenRouterDouble } from './chat-completions.ts'
import { startGeminiDouble } from './gemini-generate.ts'
import { startOpenAIDouble, startXaiDouble } from './openai-responses.ts'

const bearer = { authorization: 'Bearer k' }
const MAX_BYTES = 25 * 1024 * 1024

/** A form with these fields in this order; a file is its name and its size. */
function form(fields: [string, string | { name: string; size: number }][]): FormData {
  const body = new FormData()
  for (const [name, value] of fields) {
    if (typeof value === 'string') body.append(name, value)
    else body.append(name, new Blob([new Uint8Array(value.size).fill(1)]), value.name)
  }
  return body
}
const file = (name: string, size = 9) => ['file', { name, size }] as const
const model = ['model', 'whisper-1'] as const
const asForm = (...fields: (readonly [string, string | { name: string; size: number }])[]) => ({
  headers: bearer,
  body: form(fields.map(([name, value]) => [name, value])),
})
const asJson = (body: object, headers: object = bearer) => ({
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})
const routed = (more: object = {}, audio: object = {}) =>
  asJson({ model: 'openai/whisper-1', input_audio: { data: 'AAAA', format: 'ogg', ...audio }, ...more })
const heard = (...inline: object[]) =>
  asJson(
    { contents: [{ role: 'user', parts: [{ text: 'Listen' }, ...inline.map((inlineData) => ({ inlineData }))] }] },
    { 'x-goog-api-key': 'k' },
  )

const form_path = '/audio/transcriptions'
const generate = '/models/gemini-3.5-flash:generateContent'

test.for([
  ['OpenAI', startOpenAIDouble, form_path, asForm(model, file('audio.ogg')), 200],
  ['OpenAI, a file of 25 MB', startOpenAIDouble, form_path, asForm(model, file('a.mp3', MAX_BYTES)), 200],
  ['OpenAI, one byte more', startOpenAIDouble, form_path, asForm(model, file('a.mp3', MAX_BYTES + 1)), 413],
  ['OpenAI, Telegram’s own name', startOpenAIDouble, form_path, asForm(model, file('file_1.oga')), 400],
  ['OpenAI, a name without an ending', startOpenAIDouble, form_path, asForm(model, file('blob')), 400],
  ['OpenAI, nothing in the file', startOpenAIDouble, form_path, asForm(model, file('audio.ogg', 0)), 400],
  ['OpenAI, no model', startOpenAIDouble, form_path, asForm(file('audio.ogg')), 400],
  ['OpenAI, no file', startOpenAIDouble, form_path, asForm(model), 400],
  ['OpenAI, a field of its own making', startOpenAIDouble, form_path, asForm(model, ['x', 'y'], file('a.ogg')), 400],
  ['OpenAI, JSON', startOpenAIDouble, form_path, routed(), 400],
  ['OpenAI, no key', startOpenAIDouble, form_path, { ...asForm(model, file('audio.ogg')), headers: {} }, 401],
  ['custom', startCustomDouble, form_path, asForm(model, file('audio.wav')), 200],
  ['custom, no model', startCustomDouble, form_path, asForm(file('audio.wav')), 400],
  ['xAI', startXaiDouble, '/stt', asForm(file('audio.ogg')), 200],
  ['xAI, a field after the file', startXaiDouble, '/stt', asForm(file('audio.ogg'), ['language', 'en']), 400],
  ['xAI, a field before the file', startXaiDouble, '/stt', asForm(['language', 'en'], file('audio.ogg')), 200],
  ['xAI, OpenAI’s path', startXaiDouble, form_path, asForm(file('audio.ogg')), 404],
  ['OpenRouter', startOpenRouterDouble, form_path, routed(), 200],
  ['OpenRouter, a form', startOpenRouterDouble, form_path, asForm(model, file('audio.ogg')), 400],
  ['OpenRouter, no JSON by its type', startOpenRouterDouble, form_path, { ...routed(), headers: bearer }, 400],
  ['OpenRouter, no base64', startOpenRouterDouble, form_path, routed({}, { data: 'A*' }), 400],
  ['OpenRouter, nothing', startOpenRouterDouble, form_path, routed({}, { data: '' }), 400],
  ['OpenRouter, an unknown format', startOpenRouterDouble, form_path, routed({}, { format: 'oga' }), 400],
  ['OpenRouter, no model', startOpenRouterDouble, form_path, routed({ model: undefined }), 400],
  ['Gemini', startGeminiDouble, generate, heard({ mimeType: 'audio/ogg', data: 'AAAA' }), 200],
  ['Gemini, no audio', startGeminiDouble, generate, heard(), 400],
  ['Gemini, nothing in it', startGeminiDouble, generate, heard({ mimeType: 'audio/ogg', data: '' }), 400],
  ['Gemini, another type', startGeminiDouble, generate, heard({ mimeType: 'audio/amr', data: 'AAAA' }), 400],
] as const)('%s', async ([, start, path, { headers, body }, status]) => {
  await using double = await start('k')
  expect((await fetch(`${double.base_url}${path}`, { method: 'POST', headers: { ...headers }, body })).status).toBe(
    status,
  )
})
