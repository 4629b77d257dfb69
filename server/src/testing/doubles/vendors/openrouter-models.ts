const models = [
  {
    id: 'anthropic/claude-sonnet-4.5',
    canonical_slug: 'anthropic/claude-4.5-sonnet-20250929',
    name: 'Anthropic: Claude Sonnet 4.5',
    architecture: { input_modalities: ['text', 'image', 'file'], output_modalities: ['text'] },
    pricing: { prompt: '0.000003', completion: '0.000015', input_cache_read: '0.0000003' },
    supported_parameters: ['max_tokens', 'reasoning', 'tools'],
    supported_voices: null,
  },
  {
    id: 'small/text-only',
    canonical_slug: 'small/text-only',
    name: 'Small: Text only',
    architecture: { input_modalities: ['text'], output_modalities: ['text'] },
    pricing: { prompt: '0.00000007', completion: '0.00000029' },
    supported_parameters: ['max_tokens', 'tools'],
    supported_voices: null,
  },
  {
    id: 'openrouter/auto',
    canonical_slug: 'openrouter/auto',
    name: 'Auto Router',
    architecture: { input_modalities: ['text'], output_modalities: ['text'] },
    pricing: { prompt: '-1', completion: '-1' },
    supported_parameters: [],
    supported_voices: null,
  },
  {
    id: 'openai/gpt-4o-mini-tts',
    canonical_slug: 'openai/gpt-4o-mini-tts',
    name: 'OpenAI: GPT-4o mini TTS',
    architecture: { input_modalities: ['text'], output_modalities: ['speech'] },
    pricing: { prompt: '0.0000006', completion: '0.000012' },
    supported_parameters: [],
    supported_voices: ['alloy', 'nova'],
  },
  {
    id: 'openai/whisper-1',
    canonical_slug: 'openai/whisper-1',
    name: 'OpenAI: Whisper',
    architecture: { input_modalities: ['audio'], output_modalities: ['transcription'] },
    pricing: { prompt: '0', completion: '0' },
    supported_parameters: [],
    supported_voices: null,
  },
]

/** The public list; without `output_modalities=all` it leaves out whatever does not write text. */
export function openRouterModels(path: string): object | null {
  const { pathname, searchParams } = new URL(path, 'http://openrouter')
  if (pathname !== '/api/v1/models') return null
  const all = searchParams.get('output_modalities') === 'all'
  return { data: models.filter((model) => all || model.architecture.output_modalities.includes('text')) }
}
