import type { aiModels, aiVoices } from './table.ts'

type NewModel = typeof aiModels.$inferInsert
type NewVoice = typeof aiVoices.$inferInsert
type Prices = [input: number, output: number, cached_input?: number]

const priced = ([input_cost, output_cost, cached_input_cost]: Prices) => ({
  input_cost,
  output_cost,
  cached_input_cost: cached_input_cost ?? null,
})

/** Models that see and reason, as nearly all do, and whose vendor has not announced their end. A price that is not certain is left to the platform's administrator. */
const chat = (provider: NewModel['provider'], model: string, name: string, prices?: Prices): NewModel => ({
  provider,
  model,
  name,
  is_multimodal: true,
  is_reasoning: true,
  ...(prices && priced(prices)),
})

/** Those of its realtime models: the models that only speak end in January 2027. */
const openAiVoices = {
  alloy: 'neutral',
  ash: 'male',
  ballad: 'male',
  cedar: 'male',
  coral: 'female',
  echo: 'male',
  marin: 'female',
  sage: 'female',
  shimmer: 'female',
  verse: 'male',
}

const geminiVoices = {
  Aoede: 'female',
  Charon: 'male',
  Fenrir: 'male',
  Kore: 'female',
  Leda: 'female',
  Orus: 'male',
  Puck: 'male',
  Zephyr: 'female',
}

const voicesOf = (provider: NewVoice['provider'], voices: Record<string, string>): NewVoice[] =>
  Object.entries(voices).map(([voice, gender]) => ({ provider, voice, gender }))

/** `vendor_2` passes speech on to the maker of `vendor_1`, so both speak with the same voices. */
export const starterVoices: NewVoice[] = [
  ...voicesOf('vendor_1', openAiVoices),
  ...voicesOf('vendor_2', openAiVoices),
  ...voicesOf('vendor_3', geminiVoices),
]

const realtime = { is_realtime: true, is_multimodal: true }
const geminiSpeech = { is_tts: true, voices: Object.keys(geminiVoices) }

export const starterModels: NewModel[] = [
  chat('vendor_1', 'gpt-6.1-sol', 'GPT-6.1 Sol', [2, 10, 0.1]),
  chat('vendor_1', 'gpt-6.1-terra', 'GPT-6.1 Terra', [1, 5, 0.05]),
  chat('vendor_1', 'gpt-6-luna', 'GPT-6 Luna'),
  chat('vendor_1', 'gpt-5.5', 'GPT-5.5'),
  chat('vendor_1', 'gpt-5.4-mini', 'GPT-5.4 mini'),
  { provider: 'vendor_1', model: 'gpt-transcribe', name: 'GPT Transcribe', is_stt: true },
  { provider: 'vendor_1', model: 'gpt-realtime-2.1', name: 'GPT Realtime 2.1', ...realtime, is_reasoning: true },
  { provider: 'vendor_1', model: 'gpt-realtime-2.1-mini', name: 'GPT Realtime 2.1 mini', ...realtime },

  chat('vendor_2', 'openai/gpt-6.1-terra', 'OpenAI: GPT-6.1 Terra', [1, 5, 0.05]),
  chat('vendor_2', 'anthropic/claude-sonnet-4.5', 'Anthropic: Claude Sonnet 4.5', [3, 15, 0.3]),
  chat('vendor_2', 'google/gemini-3.5-flash-lite', 'Google: Gemini 3.5 Flash-Lite'),
  { provider: 'vendor_2', model: 'deepseek/deepseek-v3.2', name: 'DeepSeek: V3.2', is_reasoning: true },
  { provider: 'vendor_2', model: 'meta-llama/llama-3.3-70b-instruct', name: 'Meta: Llama 3.3 70B Instruct' },

  chat('vendor_3', 'gemini-3.8-flash', 'Gemini 3.8 Flash'),
  chat('vendor_3', 'gemini-3.5-flash', 'Gemini 3.5 Flash'),
  chat('vendor_3', 'gemini-3.5-flash-lite', 'Gemini 3.5 Flash-Lite'),
  chat('vendor_3', 'gemini-3.1-pro-preview', 'Gemini 3.1 Pro (preview)'),
  { provider: 'vendor_3', model: 'gemini-3.8-flash-lite-tts', name: 'Gemini 3.8 Flash-Lite TTS', ...geminiSpeech },
  { provider: 'vendor_3', model: 'gemini-3.8-flash-tts', name: 'Gemini 3.8 Flash TTS', ...geminiSpeech },
  { provider: 'vendor_3', model: 'gemini-3.8-live', name: 'Gemini 3.8 Live', ...realtime },

  chat('vendor_4', 'claude-opus-5', 'Claude Opus 5'),
  chat('vendor_4', 'claude-sonnet-5', 'Claude Sonnet 5'),
  chat('vendor_4', 'claude-opus-4-5', 'Claude Opus 4.5', [5, 25, 0.5]),
  chat('vendor_4', 'claude-sonnet-4-5', 'Claude Sonnet 4.5', [3, 15, 0.3]),
  chat('vendor_4', 'claude-haiku-4-5', 'Claude Haiku 4.5', [1, 5, 0.1]),

  chat('vendor_5', 'grok-latest', 'Grok (latest)'),
  chat('vendor_5', 'grok-4.5', 'Grok 4.5'),
  chat('vendor_5', 'grok-4.20-reasoning', 'Grok 4.20'),
  { ...chat('vendor_5', 'grok-4.20-non-reasoning', 'Grok 4.20 without reasoning'), is_reasoning: false },

  // Paid by the subscription, so that a call costs nothing more.
  chat('vendor_6', 'gpt-5.5', 'GPT-5.5 in ChatGPT', [0, 0, 0]),
  chat('vendor_6', 'gpt-5.4-mini', 'GPT-5.4 mini in ChatGPT', [0, 0, 0]),
]

export const demoModel: NewModel = {
  provider: 'custom',
  model: 'demo',
  name: 'Demo model (no AI)',
  ...priced([0.1, 0.4, 0.02]),
}

/** The voice and the ears of the demo; what each of them is, its name says. */
export const demoVoiceModel: NewModel = {
  provider: 'custom',
  model: 'demo-voice',
  name: 'Demo voice (no AI, English)',
  is_tts: true,
  voices: ['Demo (female)', 'Demo (male)'],
  ...priced([0, 0]),
}
export const demoHearingModel: NewModel = {
  provider: 'custom',
  model: 'demo-hearing',
  name: 'Demo speech recognition (asks sample questions)',
  is_stt: true,
  ...priced([0, 0]),
}
