/** One attempt of this process to deliver a message. */
export type Attempt = Disposable & {
  /** The message was withdrawn: no further request may begin. */
  readonly isUnwanted: boolean
}

type Entry = { message_id: string; isUnwanted: boolean; ended: Promise<void> }

const underWay = new Set<Entry>()

/** Registers an attempt until it is disposed of, when its result is written. */
export function enterAttempt(message_id: string): Attempt {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const entry: Entry = { message_id, isUnwanted: false, ended }
  underWay.add(entry)
  return {
    get isUnwanted() {
      return entry.isUnwanted
    },
    [Symbol.dispose]() {
      underWay.delete(entry)
      end()
    },
  }
}

/** Prevents withdrawn attempts from beginning; resolves when those that had begun have ended. */
export async function endAttempts(message_ids: readonly string[]): Promise<void> {
  const unwanted = [...underWay].filter(({ message_id }) => message_ids.includes(message_id))
  for (const entry of unwanted) entry.isUnwanted = true
  await Promise.all(unwanted.map(({ ended }) => ended))
}
