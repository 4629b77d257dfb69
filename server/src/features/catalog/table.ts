import { sql } from 'drizzle-orm'
import { bigint, boolean, check, integer, numeric, pgTable, text, unique } from 'drizzle-orm/pg-core'
import type { Vendor } from '#contracts/parties.ts'
import { createdAt, json } from '#platform/db/columns.ts'

const price = () => numeric({ precision: 14, scale: 8, mode: 'number' })

export const aiModels = pgTable(
  'ai_models',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** The identifier sent upstream. */
    model: text().notNull(),
    name: text().notNull(),
    provider: text().$type<Vendor>().notNull(),
    is_multimodal: boolean().notNull().default(false),
    is_realtime: boolean().notNull().default(false),
    is_tts: boolean().notNull().default(false),
    is_stt: boolean().notNull().default(false),
    is_reasoning: boolean().notNull().default(false),
    /** USD per million tokens; an empty cached-input cost means the input cost. */
    input_cost: price(),
    output_cost: price(),
    cached_input_cost: price(),
    voices: json<string[]>().notNull().default([]),
    created_at: createdAt(),
  },
  (table) => [
    unique('a_model_is_listed_once_per_provider').on(table.provider, table.model),
    check(
      'prices_are_not_negative',
      sql`least(${table.input_cost}, ${table.output_cost}, ${table.cached_input_cost}) >= 0`,
    ),
  ],
)
export type ModelRow = typeof aiModels.$inferSelect

export const aiVoices = pgTable(
  'ai_voices',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    provider: text().$type<Vendor>().notNull(),
    voice: text().notNull(),
    gender: text().notNull(),
    created_at: createdAt(),
  },
  (table) => [unique('a_voice_is_listed_once_per_provider').on(table.provider, table.voice)],
)
export type VoiceRow = typeof aiVoices.$inferSelect

/** One row: what developers set for the whole platform. */
export const platformSettings = pgTable(
  'platform_settings',
  {
    id: integer().primaryKey().default(1),
    fallback_model_1: bigint({ mode: 'number' }).references(() => aiModels.id, { onDelete: 'set null' }),
    fallback_model_2: bigint({ mode: 'number' }).references(() => aiModels.id, { onDelete: 'set null' }),
  },
  (table) => [check('platform_settings_are_one_row', sql`${table.id} = 1`)],
)
export type PlatformSettingsRow = typeof platformSettings.$inferSelect
