import type { Client } from '../client.ts'

/** What was answered; anything but a success is no part of a race. */
export async function ok(asked: ReturnType<Client['get']>) {
  const { status, body } = await asked
  if (status !== 200) throw new Error(`answered ${status}: ${JSON.stringify(body).slice(0, 300)}`)
  return body
}
