import type { APIRequestContext } from 'playwright-core'
import { z } from 'zod'

const WhoAmI = z.object({ current_organization_id: z.string() })
const EntryPoints = z.object({ data: z.array(z.object({ id: z.string(), name: z.string() })) })
const Conversations = z.object({ data: z.array(z.object({ title: z.string().nullable() })) })
const Keys = z.object({ public_api_key: z.string() })

export type Visitor = { external_id: string; first_name?: string; last_name?: string; email?: string; phone?: string }

/** Writes as a visitor of the site of the person who is signed in, through the organization's first entry point. */
export async function visitorsOf(api: APIRequestContext) {
  const read = async <T>(schema: z.ZodType<T>, path: string) => schema.parse(await (await api.get(path)).json())
  const { current_organization_id: organization_id } = await read(WhoAmI, '/api/init/whoami')
  const organization = `/api/organizations/${organization_id}`
  let visitors = 0
  const { public_api_key } = await read(Keys, `${organization}/api-keys`)
  return {
    organization,
    /** The title of the conversation with the newest message. */
    latestTitle: async (): Promise<string | null | undefined> =>
      (await read(Conversations, `${organization}/conversations?page=1&limit=1`)).data.at(0)?.title,
    send: async (contact: Visitor, message: string): Promise<void> => {
      const { data } = await read(EntryPoints, `${organization}/webchat-entry-points`)
      const sent = await api.post('/api/public/webchat/messages', {
        data: { message, contact, event_id: data.at(-1)?.id },
        headers: { 'api-key': public_api_key, 'x-forwarded-for': `192.0.2.${++visitors}` },
      })
      if (!sent.ok()) throw new Error(await sent.text())
    },
  }
}
