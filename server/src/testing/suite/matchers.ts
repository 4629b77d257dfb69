import { expect } from 'vitest'
import type { Answer } from '../client.ts'

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /** Two answers that nobody outside can distinguish: status, body and every header but those of the call itself. */
    toLookLike(other: Answer): void
  }
}

/** Also how many calls are left, which is one less with each. */
const ownHeaders = ['x-request-id', 'date', 'ratelimit']
const seen = ({ status, body, headers }: Answer) => ({
  status,
  body,
  headers: Object.fromEntries([...headers].filter(([name]) => !ownHeaders.includes(name))),
})

expect.extend({
  toLookLike(received: Answer, other: Answer) {
    const pass = this.equals(seen(received), seen(other))
    return {
      pass,
      message: () => `${JSON.stringify(seen(received))}\nshould look like\n${JSON.stringify(seen(other))}`,
    }
  },
})
