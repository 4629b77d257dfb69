import { foldText } from '#contracts/fold-text.ts'
import { yieldToEventLoop } from '#platform/yield-to-event-loop.ts'
import type { OrgContext } from '../organizations/context.ts'
import type { TeammateRow } from '../teammates/table.ts'
import { requireSkillsFolder } from './find-skill.ts'
import { bodyOf } from './read-front-matter.ts'
import { isUsable, readSkills, readSkillText, type UsableSkill } from './read-skills.ts'

const MAX_FOUND = 20
const MAX_TERMS = 20
const WEIGHTS = { name: 8, description: 4, body: 1 }

type FoundSkill = { name: string; description: string }

/** Skills that have words of the query in their name, description or text, those with most of them first. */
export async function searchSkills(
  ctx: OrgContext,
  teammate: TeammateRow,
  query: string,
  signal: AbortSignal,
): Promise<{ found: number; skills: FoundSkill[] }> {
  const { skills } = await readSkills(ctx, await requireSkillsFolder(ctx, teammate))
  const terms = [...new Set(foldText(query).match(/[\p{L}\p{N}]+/gu))].slice(0, MAX_TERMS)
  const scored: (FoundSkill & { score: number })[] = []
  for (const skill of skills.filter(isUsable)) {
    signal.throwIfAborted()
    await yieldToEventLoop()
    const score = await scoreOf(ctx, skill, terms)
    if (score > 0) scored.push({ name: skill.name, description: skill.description, score })
  }
  scored.sort((one, other) => other.score - one.score || (one.name < other.name ? -1 : 1))
  const shown = scored.slice(0, MAX_FOUND).map(({ name, description }) => ({ name, description }))
  return { found: scored.length, skills: shown }
}

async function scoreOf(ctx: OrgContext, { name, description, file }: UsableSkill, terms: readonly string[]) {
  const texts = { name, description, body: bodyOf((await readSkillText(ctx, file)) ?? '') }
  let score = 0
  for (const part of ['name', 'description', 'body'] as const) {
    const text = foldText(texts[part])
    for (const term of terms) if (text.includes(term)) score += WEIGHTS[part]
  }
  return score
}
