import type { ChangeTeammate, ShownTeammate, UpdateTeammate } from '#contracts/teammates.ts'
import { idOrNothing } from '#platform/id.ts'
import type { OrgContext } from '../organizations/context.ts'
import { botIdOf } from './bot-id.ts'
import { presentTeammate } from './present.ts'
import type { TeammateRow } from './table.ts'

type Teammate = Pick<TeammateRow, 'id' | 'skills_folder_id'>

/** Paths belong to the storage, which is above: the feature of skills declares how one is shown and found. */
type SkillsPaths = {
  pathOf(ctx: OrgContext, teammate: Teammate): Promise<string | null>
  /** Refused where there is no folder, or none that the teammate may read. */
  folderAt(ctx: OrgContext, teammate: Pick<Teammate, 'id'>, path: string): Promise<string>
}

let skills: SkillsPaths | null = null

export function defineSkillsPaths(declared: SkillsPaths): void {
  skills = declared
}

const pathOf = async (ctx: OrgContext, teammate: Teammate): Promise<string | null> =>
  teammate.skills_folder_id === null || skills === null ? null : await skills.pathOf(ctx, teammate)

/** A teammate by itself; lists, events and versions name its folder by id alone, which stays right when it is renamed. */
export const presentWhole = async (ctx: OrgContext, row: TeammateRow): Promise<ShownTeammate> => ({
  ...presentTeammate(row),
  skills_path: await pathOf(ctx, row),
  telegram_bot_id: await botIdOf(ctx, row),
})

/** Nothing is shared with a teammate that is not yet there. */
const NOT_YET = { id: idOrNothing(''), skills_folder_id: null }

/** The folder that is kept for a path; anyone who sends back the path that they were shown changes nothing by it. */
export async function withSkillsFolder<Input extends ChangeTeammate>(
  ctx: OrgContext,
  { skills_path, ...values }: Input,
  teammate: Teammate = NOT_YET,
): Promise<Omit<Input, 'skills_path'> & Pick<UpdateTeammate, 'skills_folder_id'>> {
  if (skills_path === undefined) return values
  const isAsBefore = skills_path === (await pathOf(ctx, teammate))
  if (isAsBefore && (skills_path !== null || values.skills_folder_id !== undefined)) return values
  return { ...values, skills_folder_id: (skills_path && (await skills?.folderAt(ctx, teammate, skills_path))) ?? null }
}
