import { z } from 'zod'
import { describeEndpoints } from './endpoint.ts'
import { Instant, pageOf, pageQuery } from './page.ts'
import * as auditPaths from './paths/audit.ts'

/** Every act that is recorded: what it was done to, and what was done. */
export const AuditAction = z.enum([
  'user.signed_in',
  'user.signed_out',
  'user.session_ended',
  'user.msgr_linked',
  'user.msgr_unlinked',
  'organization.updated',
  'private_api_key.revealed',
  'private_api_key.rotated',
  'public_api_key.rotated',
  'ai_provider.updated',
  'ai_provider.restored',
  'ai_provider.connected',
  'ai_provider.disconnected',
  'channel_connection.connected',
  'channel_connection.disconnected',
  'channel_account.linked',
  'channel_account.unlinked',
  'channel_bot.connected',
  'channel_bot.updated',
  'channel_bot.disconnected',
  'channel_chat.updated',
  'ai_employee.created',
  'ai_employee.updated',
  'ai_employee.deleted',
  'ai_employee.restored',
  'connector.created',
  'connector.updated',
  'connector.deleted',
  'connector.assigned',
  'connector.unassigned',
  'integration.connected',
  'integration.disconnected',
  'hosted_token.created',
  'hosted_token.revoked',
  'webchat_settings.updated',
  'webchat_security.updated',
  'webchat_identity_secret.rotated',
  'webchat_entry_point.created',
  'webchat_entry_point.updated',
  'webchat_entry_point.deleted',
  'member.added',
  'member.role_changed',
  'member.removed',
  'member.restored',
  'invite.created',
  'invite.resent',
  'invite.cancelled',
  'invite.accepted',
  'access_group.created',
  'access_group.updated',
  'access_group.deleted',
  'contact.deleted',
  'contact.merged',
  'contact.merge_undone',
  'variable.created',
  'variable.updated',
  'variable.deleted',
  'variable.restored',
  'workflow.created',
  'workflow.updated',
  'workflow.deleted',
  'workflow.restored',
  'workflow_trigger.created',
  'workflow_trigger.updated',
  'workflow_trigger.deleted',
  'webhook.created',
  'webhook.updated',
  'webhook.deleted',
  'webhook.disabled',
  'workflow_run.answered',
  'workflow_run.cancelled',
  'storage_folder.shared',
  'storage_folder.unshared',
  'audit_log.exported',
  'execution_logs.exported',
  'usage.exported',
  'ai_model.created',
  'ai_model.updated',
  'ai_model.deleted',
  'ai_voice.created',
  'ai_voice.updated',
  'ai_voice.deleted',
  'platform_settings.updated',
])
export type AuditAction = z.infer<typeof AuditAction>

/** Fields by name, without secrets; long texts and lists are cut. */
const Fields = z.record(z.string(), z.unknown())

export const AuditEntry = z.object({
  id: z.uuid(),
  created_at: Instant,
  action: AuditAction,
  /** A program acted by the organization's private key; the system acted by itself. */
  actor: z.object({
    kind: z.enum(['user', 'api_key', 'system']),
    user_id: z.uuid().nullable(),
    name: z.string().nullable(),
    email: z.string().nullable(),
  }),
  /** What it was done to, as it was called then. */
  subject: z.object({ type: z.string(), id: z.string().nullable(), name: z.string().nullable() }).nullable(),
  before: Fields.nullable(),
  after: Fields.nullable(),
  address: z.string().nullable(),
  request_id: z.string().nullable(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const day = z.iso.date()

/** `from` and `to` are instants or days (UTC); a day as `to` counts to its end. */
export const AuditFilter = z.object({
  actor: z.uuid().optional(),
  action: AuditAction.optional(),
  from: z.union([Instant, day]).optional(),
  to: z.union([Instant, day]).optional(),
})
export type AuditFilter = z.infer<typeof AuditFilter>

const AuditQuery = pageQuery({ limit: 50, max: 100 }).extend(AuditFilter.shape)

export const auditEndpoints = describeEndpoints(auditPaths, {
  listAuditLog: {
    summary: 'List who did what in the organization, newest first',
    query: AuditQuery,
    answer: pageOf(AuditEntry),
  },
  exportAuditLog: {
    summary: 'Download the audit log as CSV, newest first; this is recorded',
    query: AuditFilter,
  },
  listPlatformAuditLog: {
    summary: 'List who changed the model catalog and the platform’s settings, newest first',
    query: AuditQuery,
    answer: pageOf(AuditEntry),
  },
})
