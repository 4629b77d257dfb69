import { z } from 'zod'
import { Name } from './name.ts'

const Ids = z
  .array(z.uuid().toLowerCase())
  .max(1000)
  .transform((ids) => [...new Set(ids)])

/** Its users see its teammates. */
export const AccessGroup = z.object({
  id: z.uuid(),
  name: z.string(),
  user_ids: z.array(z.uuid()),
  employee_ids: z.array(z.uuid()),
})
export type AccessGroup = z.infer<typeof AccessGroup>

export const UpdateAccessGroup = z
  .object({
    name: Name,
    user_ids: Ids,
    employee_ids: Ids,
  })
  .partial()
export type UpdateAccessGroup = z.infer<typeof UpdateAccessGroup>

export const CreateAccessGroup = UpdateAccessGroup.required({ name: true })
export type CreateAccessGroup = z.infer<typeof CreateAccessGroup>
