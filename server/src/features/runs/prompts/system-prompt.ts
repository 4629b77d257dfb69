import type { OrganizationRow } from '../../organizations/table.ts'
import type { TeammateRow } from '../../teammates/table.ts'
import { fillWith } from '../../variables/fill-variables.ts'
import type { Values } from '../../variables/read-values.ts'

const part = (title: string, text: string | null) => (text?.trim() ? `# ${title}\n${text.trim()}` : null)

/** A teammate's own words, which may name variables. */
export const promptTexts = ({ role, description, instructions }: TeammateRow): string[] => [
  role,
  description,
  instructions,
]

type PromptParts = {
  now: Date
  briefs: readonly (string | null)[]
  /** The public variables that the teammate's words name; secrets and what is not known stay as written. */
  variables: Values
}

/** Who the model is to be. The teammate's instructions may use `{{role}}` besides variables. */
export function systemPrompt(
  organization: OrganizationRow,
  teammate: TeammateRow,
  { now, briefs, variables }: PromptParts,
): string {
  const fill = fillWith(variables)
  const role = fill(teammate.role)
  const fillInstructions = fillWith(new Map([...variables, ['role', role]]))
  return [
    `You are ${teammate.name}, an AI teammate at ${organization.name}. Today is ${now.toISOString().slice(0, 10)} (UTC).`,
    part('Your role', role),
    part('About you', fill(teammate.description)),
    part('Instructions', fillInstructions(teammate.instructions)),
    ...briefs,
  ]
    .filter((text) => text !== null)
    .join('\n\n')
}
