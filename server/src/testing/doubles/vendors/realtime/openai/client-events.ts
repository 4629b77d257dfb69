/** The client events of OpenAI's Realtime API, as far as they are sent here; anything else is refused as the vendor does. */
import { z } from 'zod'

const event_id = z.string().max(512).optional()
const toolName = z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/)
const Format = z.strictObject({ type: z.literal('audio/pcm'), rate: z.literal(24_000) })
const Tool = z.strictObject({
  type: z.literal('function'),
  name: toolName,
  description: z.string().optional(),
  parameters: z.looseObject({ type: z.literal('object') }),
})

const Input = z.strictObject({
  format: Format.optional(),
  // Speech is detected here: no test speaks with the vendor's detection.
  turn_detection: z.null().optional(),
  transcription: z
    .strictObject({
      model: z.enum(['gpt-transcribe', 'gpt-live-transcribe', 'gpt-realtime-whisper']),
      language: z.string().optional(),
      prompt: z.string().optional(),
    })
    .nullish(),
  noise_reduction: z.strictObject({ type: z.enum(['near_field', 'far_field']) }).nullish(),
})
const Output = z.strictObject({
  format: Format.optional(),
  voice: z.string().optional(),
  speed: z.number().min(0.25).max(1.5).optional(),
})

const SessionUpdate = z.strictObject({
  type: z.literal('realtime'),
  model: z.string().optional(),
  instructions: z.string().optional(),
  output_modalities: z.tuple([z.enum(['audio', 'text'])]).optional(),
  reasoning: z.strictObject({ effort: z.enum(['minimal', 'low', 'medium', 'high', 'xhigh']) }).optional(),
  max_output_tokens: z.union([z.number().int().min(1).max(4096), z.literal('inf')]).optional(),
  tools: z.array(Tool).optional(),
  tool_choice: z.enum(['auto', 'none', 'required']).optional(),
  parallel_tool_calls: z.boolean().optional(),
  tracing: z.literal('auto').nullish(),
  audio: z.strictObject({ input: Input.optional(), output: Output.optional() }).optional(),
})
export type SessionUpdate = z.infer<typeof SessionUpdate>

/** As it is kept. Its detection of turns is the vendor's until the client turns it off. */
export type Session = Omit<SessionUpdate, 'audio'> & {
  model: string
  audio: {
    input: Omit<z.infer<typeof Input>, 'turn_detection'> & { turn_detection?: object | null }
    output: z.infer<typeof Output>
  }
}

const InputText = z.strictObject({ type: z.literal('input_text'), text: z.string() })
const InputImage = z.strictObject({ type: z.literal('input_image'), image_url: z.string().startsWith('data:image/') })
const UserMessage = z.strictObject({
  id: z.string().max(32).optional(),
  type: z.literal('message'),
  role: z.literal('user'),
  content: z.array(z.union([InputText, InputImage])).min(1),
})
const AssistantMessage = z.strictObject({
  id: z.string().max(32).optional(),
  type: z.literal('message'),
  role: z.literal('assistant'),
  content: z.array(z.strictObject({ type: z.literal('output_text'), text: z.string() })).min(1),
})
const FunctionCall = z.strictObject({
  id: z.string().max(32).optional(),
  type: z.literal('function_call'),
  call_id: z.string(),
  name: toolName,
  arguments: z.string(),
})
const FunctionCallOutput = z.strictObject({
  id: z.string().max(32).optional(),
  type: z.literal('function_call_output'),
  call_id: z.string(),
  output: z.string(),
})
const ItemToCreate = z.union([UserMessage, AssistantMessage, FunctionCall, FunctionCallOutput])
export type ItemToCreate = z.infer<typeof ItemToCreate>

export const ClientEvent = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('session.update'), event_id, session: SessionUpdate }),
  z.strictObject({ type: z.literal('input_audio_buffer.append'), event_id, audio: z.base64() }),
  z.strictObject({ type: z.literal('input_audio_buffer.commit'), event_id }),
  z.strictObject({ type: z.literal('input_audio_buffer.clear'), event_id }),
  z.strictObject({
    type: z.literal('conversation.item.create'),
    event_id,
    previous_item_id: z.string().optional(),
    item: ItemToCreate,
  }),
  z.strictObject({ type: z.literal('conversation.item.retrieve'), event_id, item_id: z.string() }),
  z.strictObject({ type: z.literal('conversation.item.delete'), event_id, item_id: z.string() }),
  z.strictObject({
    type: z.literal('conversation.item.truncate'),
    event_id,
    item_id: z.string(),
    content_index: z.literal(0),
    audio_end_ms: z.number().int().nonnegative(),
  }),
  z.strictObject({
    type: z.literal('response.create'),
    event_id,
    response: z
      .strictObject({
        conversation: z.enum(['auto', 'none']).optional(),
        output_modalities: z.tuple([z.enum(['audio', 'text'])]).optional(),
        instructions: z.string().optional(),
        input: z.array(UserMessage).optional(),
        tools: z.array(Tool).optional(),
        metadata: z.record(z.string().max(64), z.string().max(512)).optional(),
      })
      .optional(),
  }),
  z.strictObject({ type: z.literal('response.cancel'), event_id, response_id: z.string().optional() }),
])
export type ClientEvent = z.infer<typeof ClientEvent>
