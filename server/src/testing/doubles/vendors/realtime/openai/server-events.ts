/** The server events of OpenAI's Realtime API; what they hold is checked by the types of the vendor's own package. */
import type { ConversationItem, RealtimeResponse, RealtimeServerEvent } from 'openai/resources/realtime/realtime'

export type { ConversationItem }

/** On the wire a field of a response that has no value yet is null; the package's types leave it out. */
export type Response = { [Field in keyof RealtimeResponse]: RealtimeResponse[Field] | null }

type Typed<Event> = Event extends { type: 'response.created' | 'response.done' | 'session.created' | 'session.updated' }
  ? never
  : Event extends RealtimeServerEvent
    ? Omit<Event, 'event_id'>
    : never

export type ServerEvent =
  | Typed<RealtimeServerEvent>
  | { type: 'response.created' | 'response.done'; response: Response }
  | { type: 'session.created' | 'session.updated'; session: object }

export type SendEvent = (event: ServerEvent) => void
