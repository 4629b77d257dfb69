import type { Fetch } from '../remote-types.ts'

/**
 * A `fetch` that begins a resumed stream with the id from which it was resumed. The official client forgets the id where the
 * stream is closed again before a new event, and would not ask for the rest of the answer any more.
 */
export function repeatEventId(fetch: Fetch): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init)
    const id = new Headers(init?.headers).get('last-event-id')
    if (id === null || !response.ok || !response.body) return response
    const { status, statusText, headers } = response
    const repeated = new TransformStream<Uint8Array, Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(`id: ${id}\ndata:\n\n`)),
    })
    return new Response(response.body.pipeThrough(repeated), { status, statusText, headers })
  }
}
