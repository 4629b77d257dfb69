import { liveRuns } from '#features/runs/queue/live-runs.ts'
import type { TestApp } from '../app.ts'

/** The ids of an organization's runs that this server executes now. */
export const liveRunIds = ({ ctx }: Pick<TestApp, 'ctx'>, organization_id: string): string[] =>
  liveRuns(ctx)
    .filter((run) => run.organization_id === organization_id)
    .map(({ id }) => id)
