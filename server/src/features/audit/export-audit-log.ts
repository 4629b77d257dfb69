import { pipeline, type Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { AuditEntry, AuditFilter } from '#contracts/audit.ts'
import type { OrgContext } from '../organizations/context.ts'
import { auditLogExported } from './audit-actions.ts'
import { readAuditLog } from './list-audit-log.ts'

const json = (value: object | null) => (value === null ? '' : JSON.stringify(value))

const columns: Record<string, (entry: AuditEntry) => string | null> = {
  time: ({ created_at }) => created_at,
  action: ({ action }) => action,
  actor: ({ actor }) => actor.name ?? actor.kind,
  actor_email: ({ actor }) => actor.email,
  actor_id: ({ actor }) => actor.user_id,
  subject_type: ({ subject }) => subject?.type ?? null,
  subject: ({ subject }) => subject?.name ?? null,
  subject_id: ({ subject }) => subject?.id ?? null,
  before: ({ before }) => json(before),
  after: ({ after }) => json(after),
  address: ({ address }) => address,
  request_id: ({ request_id }) => request_id,
}

/** The log as a file for spreadsheets, in which no cell is taken for a formula. */
export async function exportAuditLog(ctx: OrgContext, filter: AuditFilter): Promise<Readable> {
  await ctx.record(auditLogExported, { after: filter })
  const csv = stringify({ header: true, columns: Object.keys(columns), bom: true, escape_formulas: true })
  const lines = async function* () {
    for await (const entry of readAuditLog(ctx, filter)) yield Object.values(columns).map((read) => read(entry))
  }
  // What fails ends the download, which is all that can be reported once it has begun.
  pipeline(lines, csv, (error) => error && ctx.log.warn({ err: error }, 'an export of the audit log ended early'))
  return csv
}
