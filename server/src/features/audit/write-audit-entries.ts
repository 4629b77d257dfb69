import pg from 'pg'
import type { RecordedAuditAction } from '#platform/bus/create-context.ts'
import { toJson } from '#platform/db/columns.ts'
import { newId } from '#platform/id.ts'
import type { OrgContext } from '../organizations/context.ts'
import type { UserContext } from '../users/context.ts'
import { shorten } from './shorten.ts'

/**
 * One statement for all audited actions of a transaction, sent in the same message as the commit. Such a message takes no
 * parameters, so everything travels in one escaped JSON literal. An action of a person is listed in each of their organizations.
 */
export function writeAuditEntries(actions: readonly RecordedAuditAction[]): string {
  const given = pg.escapeLiteral(toJson(actions.map(rowOf)))
  return `
    insert into audit_entries (
      id, organization_id, actor, user_id, action, subject_type, subject_id, subject_name, before, after,
      address, request_id, created_at)
    select
      case when membership.user_id is null then entry.id else gen_random_uuid() end,
      coalesce(entry.organization_id, membership.organization_id),
      entry.actor, entry.user_id, entry.action, entry.subject_type, entry.subject_id, entry.subject_name,
      entry.before, entry.after, entry.address, entry.request_id, entry.created_at
    from jsonb_to_recordset(${given}::jsonb) as entry (
      id uuid, concerns text, organization_id uuid, actor text, user_id uuid, action text,
      subject_type text, subject_id text, subject_name text, before jsonb, after jsonb,
      address text, request_id text, created_at timestamptz)
    left join memberships membership
      on entry.concerns = 'person' and membership.user_id = entry.user_id and membership.removed_at is null`
}

function rowOf({ action, details, ctx }: RecordedAuditAction) {
  const { user, organization, request } = ctx as Partial<UserContext & OrgContext>
  const { subject, before, after, user_id = user?.id ?? null } = details
  return {
    id: newId(),
    concerns: action.concerns,
    organization_id: action.concerns === 'organization' ? organization?.id : null,
    actor: user_id ? 'user' : request ? 'api_key' : 'system',
    user_id,
    action: action.name,
    subject_type: subject?.type,
    subject_id: subject?.id === undefined ? null : String(subject.id),
    subject_name: subject?.name,
    before: before && shorten(before),
    after: after && shorten(after),
    address: request?.address,
    request_id: request?.id,
    created_at: ctx.now().toISOString(),
  }
}
