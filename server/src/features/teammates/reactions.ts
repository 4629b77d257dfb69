import { onEvent, onJob } from '#platform/reaction.ts'
import { joinAccessGroups } from '../invites/jobs.ts'
import { addToAccessGroups } from './access-groups/add-to-access-groups.ts'
import { teammatesHidden, teammatesShown } from './events.ts'
import { hideTeammates, showTeammates } from './hidden-teammates.ts'

export const reactions = [
  onJob(joinAccessGroups, addToAccessGroups),
  onEvent(teammatesHidden, async (_ctx, { ids, at }) => hideTeammates(ids, new Date(at))),
  onEvent(teammatesShown, async (_ctx, { ids }) => showTeammates(ids)),
]
