import type { Received } from './browser-call.ts'

/** What became of a sentence: its text, or the error that was reported for it. Lost: neither. */
export type SentenceEnd = { kind: 'heard' | 'reported' | 'lost'; text: string }

/** Assigns what a call has sent to the sentences that were spoken in it, each from its begin to the begin of the next one. */
export function sentenceEnds(received: readonly Received[], beginsMs: readonly number[]): SentenceEnd[] {
  return beginsMs.map((beginMs, nth) => {
    const endMs = beginsMs[nth + 1] ?? Number.POSITIVE_INFINITY
    const events = received.filter(({ atMs }) => atMs >= beginMs && atMs < endMs).map(({ event }) => event)
    // A message grows where the caller has continued it.
    const texts = new Map<string, string>()
    for (const event of events)
      if (event.type === 'caption' && event.role === 'user') texts.set(event.message_id, event.text)
    const errors = events.flatMap((event) => (event.type === 'error' ? [event.code] : []))
    if (texts.size > 0) return { kind: 'heard', text: [...texts.values()].join(' ') }
    return errors.length > 0 ? { kind: 'reported', text: errors.join(', ') } : { kind: 'lost', text: '' }
  })
}

export const countEnds = (ends: readonly SentenceEnd[], kind: SentenceEnd['kind']): number =>
  ends.filter((end) => end.kind === kind).length
