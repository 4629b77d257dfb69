import { onJob } from '#platform/reaction.ts'
import { checkConnections, forgetUsedStates } from './jobs.ts'
import { checkAllConnections } from './wchat/check-connections.ts'
import { forgetStates } from './wchat/oauth-state.ts'

export const reactions = [onJob(checkConnections, checkAllConnections), onJob(forgetUsedStates, forgetStates)]
