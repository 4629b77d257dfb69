import { createClient } from '#contracts/client.ts'
import { randomId } from './random-id.ts'

/** The server that this page came from, by its contract. */
export const { call, download, send } = createClient({ baseUrl: '', newKey: randomId })
