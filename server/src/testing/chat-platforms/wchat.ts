import { afterAll } from 'vitest'
import type { AuditEntry } from '#contracts/audit.ts'
import { startTestApp } from '../app.ts'
import type { Client } from '../client.ts'
import { startSlackDouble } from '../doubles/slack.ts'

export const CALLBACK = '/api/slack/oauth/callback'
export const disconnected = {
  channel: 'wchat',
  status: 'disconnected',
  team: null,
  connected_at: null,
  is_available: true,
}

/** A server that is an app of the platform's double. */
export async function startWchatApp() {
  const slack = await startSlackDouble()
  const app = await startTestApp({ env: slack.env, parts: ['web', 'realtime'] })
  afterAll(async () => {
    await app.close()
    await slack.close()
  })

  let teams = 0
  const newTeam = () => ({ id: `T${++teams}`, name: `Workspace ${teams}` })

  /** An organization with its admin at the routes of the connection. */
  async function place() {
    const given = await app.given.organization()
    const client = await app.as(given.admin)
    const path = `/api/organizations/${given.organization.id}/slack`
    const start = async (as: Client = client): Promise<string> => (await as.post(`${path}/oauth/start`)).body.url
    return {
      ...given,
      client,
      path,
      start,
      show: async () => (await client.get(path)).body,
      connect: async (team = newTeam()) => client.post(CALLBACK, slack.allow(await start(), team)),
      disconnect: () => client.delete(path),
      events: () =>
        app.events.find(
          'organization_channel_connection.updated',
          ({ payload }) => payload.organization_id === given.organization.id,
        ),
      audit: async () => {
        const { body } = await client.get(`/api/organizations/${given.organization.id}/audit-log`)
        const entries: AuditEntry[] = body.data
        return entries.filter(({ action }) => action.startsWith('channel_connection'))
      },
    }
  }

  return { app, slack, place, newTeam }
}
