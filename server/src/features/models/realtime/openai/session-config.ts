import type { Experimental_RealtimeModelV4SessionConfig as SessionConfig } from '@ai-sdk/provider'
import { SAMPLE_RATE_HZ } from '#contracts/voice-socket.ts'
import type { ModelRequest, Reasoning } from '../../model-language.ts'
import type { ToolForms } from '../../vendors/tool-forms.ts'

/** The most that the vendor lets a response be limited to. */
const MAX_OUTPUT_TOKENS = 4096
/** The vendor’s model for turns that are committed whole; those before it end in February 2027. */
const TRANSCRIBER = 'gpt-transcribe'
/** The vendor has no word for none. */
const efforts = { off: 'minimal', low: 'low', medium: 'medium', high: 'high' } as const satisfies Record<
  Reasoning,
  string
>
const FORMAT = { type: 'audio/pcm', rate: SAMPLE_RATE_HZ }

type Request = Pick<ModelRequest, 'system' | 'tools' | 'reasoning' | 'max_output_tokens'>

/** How the model is to answer. Turns are ours: speech is detected here, and an answer begins when its money is held. */
export function sessionConfig(
  { system, tools, reasoning, max_output_tokens }: Request,
  voice: string,
  forms: ToolForms,
): SessionConfig {
  return {
    instructions: system,
    voice,
    outputModalities: ['audio'],
    inputAudioFormat: FORMAT,
    outputAudioFormat: FORMAT,
    inputAudioTranscription: { model: TRANSCRIBER },
    turnDetection: { type: 'disabled' },
    tools: tools.map(forms.declare).map(({ name, description, input_schema }) => ({
      type: 'function',
      name,
      description,
      parameters: input_schema,
    })),
    providerOptions: {
      max_output_tokens: max_output_tokens === null ? 'inf' : Math.min(max_output_tokens, MAX_OUTPUT_TOKENS),
      // Other models refuse the field.
      ...(reasoning !== null && { reasoning: { effort: efforts[reasoning] } }),
      // The provider package leaves an empty list out, and then the model keeps the tools that it had.
      ...(tools.length === 0 && { tools: [] }),
    },
  }
}
