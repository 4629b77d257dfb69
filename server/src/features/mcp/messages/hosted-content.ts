import { buffer } from 'node:stream/consumers'
import { listRunFiles } from '../../runs/files/list-run-files.ts'
import type { RunFileRow } from '../../runs/table.ts'
import { openAttachedBytes } from '../../storage/bytes/open-bytes.ts'
import type { HostedContext } from '../context.ts'

/** A result goes into a model's context: what is larger is left out. A step leaves out as much itself, and its note of that stays. */
const MAX_CHARACTERS = 1_001_000
/** Files up to here travel with the result; a client has no session in which it could open a link. */
const MAX_EMBEDDED_BYTES = 1_000_000

export type HostedContent =
  | { type: 'text'; text: string }
  | { type: 'resource'; resource: { uri: string; mimeType: string } & ({ text: string } | { blob: string }) }
  | { type: 'resource_link'; uri: string; name: string; mimeType: string; size: number }

export function textOf(value: unknown): HostedContent {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'null')
  if (text.length <= MAX_CHARACTERS) return { type: 'text', text }
  const left = text.length - MAX_CHARACTERS
  return {
    type: 'text',
    text: `${text.slice(0, MAX_CHARACTERS).toWellFormed()}\n[${left} more characters were left out]`,
  }
}

/** The files that a call has made: small ones whole, others as links for people. */
export async function filesOf(ctx: HostedContext, run_id: string): Promise<HostedContent[]> {
  let left = MAX_EMBEDDED_BYTES
  const contents: HostedContent[] = []
  for (const file of await listRunFiles(ctx, run_id)) {
    const { id, name, mime_type: mimeType, size } = file
    const uri = `${ctx.ports.config.BASE_URL}/shared/attachments/${ctx.organization.id}/run/${run_id}/attachment/${id}`
    contents.push({ type: 'resource_link', uri, name, mimeType, size })
    if (size > left) continue
    left -= size
    contents.push({ type: 'resource', resource: { uri, mimeType, ...(await readWhole(ctx, file)) } })
  }
  return contents
}

async function readWhole(ctx: HostedContext, file: RunFileRow): Promise<{ text: string } | { blob: string }> {
  const bytes = await buffer(await openAttachedBytes(ctx, file))
  const isText = /^(text\/|application\/(json|xml)\b)/.test(file.mime_type)
  return isText ? { text: bytes.toString() } : { blob: bytes.toString('base64') }
}
