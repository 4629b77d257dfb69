/** The client messages of Google's Live API, as far as they are sent here; anything else is refused as the vendor does. */
import { z } from 'zod'

const Empty = z.strictObject({})
const Picture = z.strictObject({ mimeType: z.string().startsWith('image/'), data: z.base64().min(4) })
const Part = z.union([z.strictObject({ text: z.string().min(1) }), z.strictObject({ inlineData: Picture })])
const Content = z.strictObject({ role: z.enum(['user', 'model']), parts: z.array(Part).min(1) })

const Declaration = z.strictObject({
  name: z.string().regex(/^[a-zA-Z_][\w.:-]{0,127}$/),
  description: z.string().optional(),
  parametersJsonSchema: z.looseObject({ type: z.literal('object') }).optional(),
  behavior: z.enum(['BLOCKING', 'NON_BLOCKING']).optional(),
})

export const Setup = z.strictObject({
  model: z.string().startsWith('models/'),
  generationConfig: z
    .strictObject({
      responseModalities: z.tuple([z.enum(['AUDIO', 'TEXT'])]).optional(),
      maxOutputTokens: z.number().int().positive().optional(),
      speechConfig: z
        .strictObject({
          voiceConfig: z.strictObject({ prebuiltVoiceConfig: z.strictObject({ voiceName: z.string() }) }),
        })
        .optional(),
    })
    .optional(),
  systemInstruction: z
    .strictObject({ role: z.string().optional(), parts: z.array(z.strictObject({ text: z.string() })).min(1) })
    .optional(),
  tools: z.array(z.strictObject({ functionDeclarations: z.array(Declaration).min(1) })).optional(),
  realtimeInputConfig: z.strictObject({
    automaticActivityDetection: z.strictObject({ disabled: z.literal(true) }),
    activityHandling: z.enum(['START_OF_ACTIVITY_INTERRUPTS', 'NO_INTERRUPTION']).optional(),
    turnCoverage: z.enum(['TURN_INCLUDES_ONLY_ACTIVITY', 'TURN_INCLUDES_ALL_INPUT']).optional(),
  }),
  inputAudioTranscription: Empty.optional(),
  outputAudioTranscription: Empty.optional(),
  historyConfig: z.strictObject({ initialHistoryInClientContent: z.boolean() }).optional(),
})
export type Setup = z.infer<typeof Setup>

const RealtimeInput = z.union([
  z.strictObject({ activityStart: Empty }),
  z.strictObject({ activityEnd: Empty }),
  z.strictObject({ text: z.string().min(1) }),
  z.strictObject({ video: Picture }),
  z.strictObject({ audio: z.strictObject({ mimeType: z.literal('audio/pcm;rate=16000'), data: z.base64() }) }),
])
export type RealtimeInput = z.infer<typeof RealtimeInput>

const FunctionResponse = z.strictObject({ id: z.string(), name: z.string(), response: z.looseObject({}) })

export const ClientMessage = z.union([
  z.strictObject({ setup: Setup }),
  z.strictObject({
    clientContent: z.strictObject({ turns: z.array(Content).min(1), turnComplete: z.boolean().optional() }),
  }),
  z.strictObject({ realtimeInput: RealtimeInput }),
  z.strictObject({ toolResponse: z.strictObject({ functionResponses: z.array(FunctionResponse).min(1) }) }),
])
export type ClientMessage = z.infer<typeof ClientMessage>
