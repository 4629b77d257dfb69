import { isDeepStrictEqual } from 'node:util'
import type { UpdateTeammate } from '#contracts/teammates.ts'
import type { TeammateRow } from '../table.ts'

/** What people may set on a teammate, as its row holds it. */
export type TeammateValues = Partial<Pick<TeammateRow, keyof UpdateTeammate>>

const fromCatalogId = (id: string | null | undefined) => (typeof id === 'string' ? Number(id) : id)

export function valuesOf({ model, tts_model, stt_model, ...values }: UpdateTeammate): TeammateValues {
  return {
    ...values,
    model: fromCatalogId(model),
    tts_model: fromCatalogId(tts_model),
    stt_model: fromCatalogId(stt_model),
  }
}

/** Only those values that the row does not have already. */
export function differencesOf(row: TeammateRow, values: TeammateValues): TeammateValues {
  const differing = Object.entries(values).filter(
    ([name, value]) => value !== undefined && !isDeepStrictEqual(value, row[name as keyof TeammateValues]),
  )
  return Object.fromEntries(differing)
}
