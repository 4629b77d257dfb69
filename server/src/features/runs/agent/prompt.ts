import type { OrganizationRow } from '../../organizations/table.ts'
import type { TeammateRow } from '../../teammates/table.ts'

const part = (title: string, text: string | null) => (text?.trim() ? `# ${title}\n${text.trim()}` : null)

/** Who the model is to be. The teammate's own words may use `{{role}}`; variables that are not known stay as written. */
export function systemPrompt(organization: OrganizationRow, teammate: TeammateRow, now: Date): string {
  const role = teammate.role ?? ''
  const instructions = (teammate.instructions ?? '').replaceAll('{{role}}', role)
  return [
    `You are ${teammate.name}, an AI teammate at ${organization.name}. Today is ${now.toISOString().slice(0, 10)} (UTC).`,
    part('Your role', role),
    part('About you', teammate.description),
    part('Instructions', instructions),
  ]
    .filter((text) => text !== null)
    .join('\n\n')
}
