import { onEvent } from '#platform/reaction.ts'
import { teammatesHidden, teammatesShown } from './events.ts'
import { hideTeammates, showTeammates } from './hidden-teammates.ts'

export const reactions = [
  onEvent(teammatesHidden, async (_ctx, { ids, at }) => hideTeammates(ids, new Date(at))),
  onEvent(teammatesShown, async (_ctx, { ids }) => showTeammates(ids)),
]
