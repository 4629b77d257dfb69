import { OutboundRefused } from '#platform/outbound/refused.ts'

/** What a server answers is taken apart value by value in one go, for which everyone waits. */
const MAX_VALUES = 20_000
const MAX_DEPTH = 1000
/** An event is two lines at least, and costs as much as so many values. */
const VALUES_OF_A_LINE_OF_EVENTS = 5

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPENING = new Set([0x5b, 0x7b])
const CLOSING = new Set([0x5d, 0x7d])
const LINE_ENDS = new Set([0x0a, 0x0d])

/** Counts the values of JSON as it arrives, also in a stream of events. No string goes beyond its line. */
export function countValues(): (bytes: Uint8Array, isEvents: boolean) => void {
  let values = 0
  let depth = 0
  let isString = false
  let isEscaped = false
  return (bytes, isEvents) => {
    for (const byte of bytes) {
      if (LINE_ENDS.has(byte)) {
        if (isEvents) values += VALUES_OF_A_LINE_OF_EVENTS
        isString = false
        isEscaped = false
      } else if (isEscaped) isEscaped = false
      else if (isString) {
        if (byte === BACKSLASH) isEscaped = true
        else if (byte === QUOTE) isString = false
      } else if (byte === QUOTE) isString = true
      else if (byte === COMMA) values++
      else if (OPENING.has(byte)) {
        values++
        depth++
      } else if (CLOSING.has(byte)) depth--
      if (values > MAX_VALUES) throw new OutboundRefused(`The answer has more than ${MAX_VALUES} values`)
      if (depth > MAX_DEPTH) throw new OutboundRefused('The answer is nested too deeply')
    }
  }
}
