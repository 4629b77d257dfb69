import { sql } from 'drizzle-orm'
import { isReserved, MAX_NAME_LENGTH } from '#contracts/variable-names.ts'
import { defineStatement } from '#platform/db/statement.ts'
import { placeholdersIn } from '#platform/placeholders.ts'
import { yieldToEventLoop } from '#platform/yield-to-event-loop.ts'
import type { OrgContext } from '../organizations/context.ts'

type Found = { placeholder: string; value: string | null; value_sealed: string | null }

export type Values = ReadonlyMap<string, string>

/** The values of named variables; most prompts and calls need one. */
const readNamed = defineStatement(
  'read_variables',
  { organization_id: 'uuid', names: 'text[]', with_secrets: 'boolean' },
  (p) => sql<Found>`
    select placeholder, value, value_sealed from variables
    where organization_id = ${p.organization_id} and deleted_at is null and placeholder = any(${p.names})
      and (${p.with_secrets} or not is_secret)`,
)

/** The variables that these texts name. A dotted name asks a workflow for its values, a reserved one a teammate. */
export function variablesIn(texts: readonly string[]): string[] {
  const names = new Set(texts.flatMap(placeholdersIn))
  return [...names].filter((name) => name && name.length <= MAX_NAME_LENGTH && !/[.\0]/.test(name) && !isReserved(name))
}

async function read(ctx: OrgContext, texts: readonly string[], with_secrets: boolean): Promise<Found[]> {
  const names = variablesIn(texts)
  if (names.length === 0) return []
  return readNamed(ctx.db, { organization_id: ctx.organization.id, names, with_secrets })
}

/**
 * For prompts and other texts that are shown: does not read secrets. Asks the database nothing where no text names a
 * variable.
 */
export async function readPublicValues(ctx: OrgContext, texts: readonly string[]): Promise<Values> {
  const found = await read(ctx, texts, false)
  return new Map(found.map(({ placeholder, value }) => [placeholder, value ?? '']))
}

/** For calls to others alone. What comes back may repeat one of `secrets`: apply `maskSecrets` before it is shown. */
export async function readAllValues(
  ctx: OrgContext,
  texts: readonly string[],
): Promise<{ values: Values; secrets: string[] }> {
  const values = new Map<string, string>()
  const secrets: string[] = []
  for (const { placeholder, value, value_sealed } of await read(ctx, texts, true)) {
    const open = value_sealed === null ? value : ctx.ports.cipher.decrypt(value_sealed)
    values.set(placeholder, open ?? '')
    if (value_sealed !== null && open) secrets.push(open)
    await yieldToEventLoop()
  }
  return { values, secrets }
}
