import pg from 'pg'
import type { RecordedAct } from '#platform/bus/create-context.ts'
import { toJson } from '#platform/db/columns.ts'
import { newId } from '#platform/id.ts'
import type { OrgContext } from '../organizations/context.ts'
import type { UserContext } from '../users/context.ts'
import { shorten } from './shorten.ts'

/**
 * One statement for all acts of a transaction. It is sent together with the commit, and such a message takes no
 * parameters: everything travels in one escaped JSON literal. A person's act is in each of their organizations.
 */
export function writeActs(acts: readonly RecordedAct[]): string {
  const given = pg.escapeLiteral(toJson(acts.map(rowOf)))
  return `
    insert into audit_entries (
      id, organization_id, actor, user_id, action, subject_type, subject_id, subject_name, before, after,
      address, request_id, created_at)
    select
      case when membership.user_id is null then act.id else gen_random_uuid() end,
      coalesce(act.organization_id, membership.organization_id),
      act.actor, act.user_id, act.action, act.subject_type, act.subject_id, act.subject_name, act.before, act.after,
      act.address, act.request_id, act.created_at
    from jsonb_to_recordset(${given}::jsonb) as act (
      id uuid, concerns text, organization_id uuid, actor text, user_id uuid, action text,
      subject_type text, subject_id text, subject_name text, before jsonb, after jsonb,
      address text, request_id text, created_at timestamptz)
    left join memberships membership
      on act.concerns = 'person' and membership.user_id = act.user_id and membership.removed_at is null`
}

function rowOf({ act, details, ctx }: RecordedAct) {
  const { user, organization, request } = ctx as Partial<UserContext & OrgContext>
  const { subject, before, after, user_id = user?.id ?? null } = details
  return {
    id: newId(),
    concerns: act.concerns,
    organization_id: act.concerns === 'organization' ? organization?.id : null,
    actor: user_id ? 'user' : request ? 'api_key' : 'system',
    user_id,
    action: act.name,
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
