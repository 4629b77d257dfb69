import type { ModelRequest } from '../../model-language.ts'
import type { ToolForms } from '../../vendors/tool-forms.ts'
import { READ_ALOUD } from '../realtime-session.ts'

/** What a model for speech writes down of each turn. The talking model's own transcript may come after its answer. */
export const TRANSCRIBER = 'gemini-3.5-transcribe-live'

/** Turns are ours: speech is detected here, and an answer begins when its money is held. */
const OUR_TURNS = {
  realtimeInputConfig: {
    automaticActivityDetection: { disabled: true },
    turnCoverage: 'TURN_INCLUDES_ALL_INPUT',
  },
}

/** The vendor sends final transcripts only if no modalities are given. */
export const transcriberSetup = (): object => ({ inputAudioTranscription: {}, ...OUR_TURNS })

const speaking = (voice: string, system: string, max_output_tokens: number | null = null) => ({
  generationConfig: {
    responseModalities: ['AUDIO'],
    speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: voice } } },
    ...(max_output_tokens !== null && { maxOutputTokens: max_output_tokens }),
  },
  systemInstruction: { parts: [{ text: system }] },
  ...OUR_TURNS,
})

export const readerSetup = (voice: string): object => speaking(voice, READ_ALOUD)

type Request = Pick<ModelRequest, 'system' | 'tools' | 'max_output_tokens'>

export const answerSetup = ({ system, tools, max_output_tokens }: Request, voice: string, forms: ToolForms) => ({
  ...speaking(voice, system, max_output_tokens),
  outputAudioTranscription: {},
  ...(tools.length > 0 && {
    tools: [
      {
        functionDeclarations: tools.map(forms.declare).map(({ name, description, input_schema }) => ({
          name,
          description,
          parametersJsonSchema: input_schema,
          // Models from 3.8 on would otherwise continue speaking before the result is there.
          behavior: 'BLOCKING',
        })),
      },
    ],
  }),
})

/** The vendor then waits for a conversation before it listens. */
export const WITH_HISTORY = { historyConfig: { initialHistoryInClientContent: true } }
