import { onTestFinished } from 'vitest'
import { startTestApp } from '../app.ts'
import { createClient } from '../client.ts'
import { spawnServer } from './server-process.ts'

/** Two servers on one database, in processes of their own; the test's own server only looks, and executes nothing. */
export async function twoProcesses() {
  const app = await startTestApp({ parts: ['web'] })
  onTestFinished(() => app.close())
  const { DATA_DIR, DATABASE_URL = '', REDIS_URL = '' } = app.config
  const env = { DATA_DIR, DATABASE_URL, REDIS_URL, LOG_LEVEL: 'info', GENERATE_TITLES: 'false' }
  const servers = [spawnServer(env), spawnServer(env)] as const
  const addresses = await Promise.all([servers[0].address, servers[1].address])
  const anyone = [createClient(addresses[0], {}), createClient(addresses[1], {})] as const
  return { app, servers, addresses, anyone }
}
