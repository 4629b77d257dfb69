import type { ShownTeammate, Teammate } from '#contracts/teammates.ts'

/** A teammate as lists, events and versions have it: without what is looked up for one that is shown by itself. */
export function listedTeammate({ skills_path, telegram_bot_id, ...teammate }: ShownTeammate): Teammate {
  return teammate
}
