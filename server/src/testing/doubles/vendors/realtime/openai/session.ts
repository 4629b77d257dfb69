import { z } from 'zod'
import type { Session, SessionUpdate } from './client-events.ts'

const PCM = { type: 'audio/pcm', rate: 24_000 } as const

/** What a session is before its client says anything of it. */
export const defaultSession = (model: string): Session => ({
  type: 'realtime',
  model,
  instructions: '',
  output_modalities: ['audio'],
  max_output_tokens: 'inf',
  tools: [],
  tool_choice: 'auto',
  audio: {
    input: {
      format: PCM,
      transcription: null,
      noise_reduction: null,
      turn_detection: {
        type: 'server_vad',
        threshold: 0.5,
        prefix_padding_ms: 300,
        silence_duration_ms: 200,
        create_response: true,
        interrupt_response: true,
      },
    },
    output: { format: PCM, voice: 'alloy', speed: 1 },
  },
})

/** Fields that are left out stay as they were, also those of the audio. */
export const updatedSession = (session: Session, { audio, ...rest }: SessionUpdate): Session => ({
  ...session,
  ...rest,
  audio: {
    input: { ...session.audio.input, ...audio?.input },
    output: { ...session.audio.output, ...audio?.output },
  },
})

const WithEventId = z.looseObject({ event_id: z.string() })

/** The id by which an error names its cause. */
export const eventIdOf = (raw: unknown): string | null => WithEventId.safeParse(raw).data?.event_id ?? null
