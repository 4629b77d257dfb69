import { MAX_FILE_BYTES } from '#contracts/teammate-file-limits.ts'
import { teammateFileEndpoints } from '#contracts/teammate-files.ts'
import { route } from '#platform/route.ts'
import { findTeammate } from '../teammates/access.ts'
import { presentTeammate } from '../teammates/present.ts'
import { exportTeammate } from './export-teammate.ts'
import { importTeammate } from './import-teammate.ts'

/** What a teammate works with is its organization's, and making it is its admins'. */
export const routes = [
  route(teammateFileEndpoints.exportTeammate, {
    caller: 'admin',
    serve: async (ctx, { params }) => exportTeammate(ctx, await findTeammate(ctx, params.employee_id)),
  }),
  route(teammateFileEndpoints.importTeammate, {
    caller: 'admin',
    bodyLimitBytes: MAX_FILE_BYTES,
    serve: async (ctx, { body }) => {
      const { teammate, notices } = await importTeammate(ctx, body)
      return { teammate: presentTeammate(teammate), notices }
    },
  }),
]
