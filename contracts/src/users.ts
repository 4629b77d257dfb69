import { z } from 'zod'
import { CurrentOrganization } from './organizations.ts'

export const User = z.object({
  id: z.uuid(),
  name: z.string().nullable(),
  picture: z.string().nullable(),
  email: z.string(),
  is_admin: z.boolean(),
  current_organization_id: z.uuid().nullable(),
  /** The linked account of the chat platform `msgr`. */
  msgr_account: z.object({ id: z.string(), username: z.string().nullable(), name: z.string().nullable() }).nullable(),
})
export type User = z.infer<typeof User>

/** `GET /api/init/whoami`: everything null without a session; no organization is possible with one. */
export const WhoAmI = z.object({
  user: User.nullable(),
  wsToken: z.string().nullable(),
  current_organization_id: z.uuid().nullable(),
  currentOrganization: CurrentOrganization.nullable(),
})
export type WhoAmI = z.infer<typeof WhoAmI>
