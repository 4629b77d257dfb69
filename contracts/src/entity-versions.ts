import { z } from 'zod'
import { describeEndpoints } from './endpoint.ts'
import * as entityVersionPaths from './paths/entity-versions.ts'
import { Teammate } from './teammates.ts'
import { Workflow } from './workflows.ts'

/** The entity as it is after its earlier version was brought back. */
export const RestoredEntity = z.union([Teammate, Workflow])
export type RestoredEntity = z.infer<typeof RestoredEntity>

export const entityVersionEndpoints = describeEndpoints(entityVersionPaths, {
  restoreVersion: {
    summary: 'Restore an earlier version of a teammate or workflow, as a new version',
    params: z.object({ entity_version_id: z.uuid().toLowerCase() }),
    answer: RestoredEntity,
    errors: { 409: [] },
  },
})
