import { staffEndpoints } from '#contracts/staff.ts'
import { listInPieces } from '#platform/list-in-pieces.ts'
import { route } from '#platform/route.ts'
import { changeRole } from '../organizations/members/change-role.ts'
import { removeMember, removeMembers } from '../organizations/members/remove-members.ts'
import { restoreMembers } from '../organizations/members/restore-members.ts'
import { findPerson, listPeople } from './access.ts'
import { listDeletedStaff, listStaff } from './list-staff.ts'

export const routes = [
  route(staffEndpoints.listStaff, {
    caller: 'member',
    serve: (ctx) => listInPieces({ name: 'data', pages: listStaff(ctx), present: (one) => one, rest: {} }),
  }),
  route(staffEndpoints.listDeletedStaff, {
    caller: 'admin',
    serve: (ctx) => listInPieces({ name: 'data', pages: listDeletedStaff(ctx), present: (one) => one, rest: {} }),
  }),
  route(staffEndpoints.listPeople, {
    caller: 'member',
    serve: (ctx, { query }) => listPeople(ctx, query),
  }),
  route(staffEndpoints.showPerson, {
    caller: 'member',
    serve: (ctx, { params }) => findPerson(ctx, params.user_id),
  }),
  route(staffEndpoints.changeRole, {
    caller: 'owner',
    serve: async (ctx, { params, body }) => {
      await changeRole(ctx, params.user_id, body.role)
      return findPerson(ctx, params.user_id)
    },
  }),
  // Members may leave, and nothing else: the operation refuses the rest.
  route(staffEndpoints.removePerson, {
    caller: 'member',
    serve: async (ctx, { params }) => {
      await removeMember(ctx, params.user_id)
      return { success: true as const }
    },
  }),
  route(staffEndpoints.removePeople, {
    caller: 'admin',
    serve: async (ctx, { body }) => {
      await removeMembers(ctx, body.ids)
      return { success: true as const, ids: body.ids }
    },
  }),
  route(staffEndpoints.restorePeople, {
    caller: 'admin',
    serve: async (ctx, { body }) => {
      await restoreMembers(ctx, body.ids)
      return { success: true as const, ids: body.ids }
    },
  }),
]
