type Dated = { id: string }
export type Entry<M, N> = { kind: 'message'; message: M } | { kind: 'note'; note: N }

/**
 * Merges notes into messages by their ids, which are in the order of time. Notes from before the oldest loaded message are left out
 * unless that is the conversation's first.
 */
export function withNotes<M extends Dated, N extends Dated>(
  messages: readonly M[],
  notes: readonly N[],
  isWhole: boolean,
): Entry<M, N>[] {
  const oldest = messages[0]?.id
  const shown = notes.filter(({ id }) => isWhole || oldest === undefined || id > oldest)
  const entries: Entry<M, N>[] = []
  let next = 0
  for (const message of messages) {
    for (let note = shown[next]; note && note.id < message.id; note = shown[next]) {
      entries.push({ kind: 'note', note })
      next += 1
    }
    entries.push({ kind: 'message', message })
  }
  return [...entries, ...shown.slice(next).map((note) => ({ kind: 'note' as const, note }))]
}
