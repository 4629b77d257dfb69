/** The server messages of Google's Live API; what they hold is checked by the types of the vendor's own package. */
import type { LiveServerMessage } from '@google/genai'

/** The package has enumerations where the wire has their texts. */
type OnWire<Value> = Value extends string
  ? `${Value}`
  : Value extends object
    ? { [Field in keyof Value]: OnWire<Value[Field]> }
    : Value

export type SendMessage = (message: OnWire<Omit<LiveServerMessage, 'text' | 'data'>>) => void
