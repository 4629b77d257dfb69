import { z } from 'zod'
import { describeEndpoints } from './endpoint.ts'
import { Name } from './name.ts'
import { Done, pageOf, pageQuery } from './page.ts'
import * as accessGroupPaths from './paths/access-groups.ts'

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

const OneGroup = z.object({ access_group_id: z.uuid() })

export const accessGroupEndpoints = describeEndpoints(accessGroupPaths, {
  listAccessGroups: {
    summary: 'List access groups',
    query: pageQuery({ limit: 50, max: 100 }),
    answer: pageOf(AccessGroup),
  },
  createAccessGroup: {
    summary: 'Create an access group: its users see its teammates',
    body: CreateAccessGroup,
    answer: AccessGroup,
  },
  showAccessGroup: {
    summary: 'Get an access group',
    params: OneGroup,
    answer: AccessGroup,
  },
  updateAccessGroup: {
    summary: 'Update an access group',
    params: OneGroup,
    body: UpdateAccessGroup,
    answer: AccessGroup,
  },
  deleteAccessGroup: {
    summary: 'Delete an access group; its users lose the access it gave',
    params: OneGroup,
    answer: Done,
  },
})
