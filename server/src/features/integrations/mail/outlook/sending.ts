import { z } from 'zod'
import type { StoredFile } from '../../../storage/read-files.ts'
import { type AccountScope, ProviderRefused } from '../../requests/account.ts'
import { GraphBody } from '../../requests/graph-body.ts'
import { path } from '../../requests/outside.ts'
import type { Mailbox, Outgoing, Sent } from '../mailbox.ts'
import { sentOnce } from '../sent-once.ts'
import { addAttachment } from './upload-attachment.ts'

const MAX_DRAFT_BYTES = 10 * 1024 * 1024

const Draft = z.object({ id: z.string(), conversationId: z.string().nullish() })
const Derived = Draft.extend({ body: GraphBody })
type Draft = z.infer<typeof Draft>

/** Ids that stay the same when a message is sent, moved or archived. */
export const LASTING_IDS = { prefer: 'IdType="ImmutableId"' }

const people = (addresses: readonly string[]) => addresses.map((address) => ({ emailAddress: { address } }))

const sentAs = ({ id, conversationId }: Draft): Sent => ({ message_id: id, thread_id: conversationId ?? id })

/** Everything is a draft first, so that files of any size can be added to it. */
export function outlookSending(scope: AccountScope): Pick<Mailbox, 'draft' | 'send' | 'reply' | 'forward'> {
  const { account, ctx, signal } = scope
  const base = `${ctx.ports.config.GRAPH_BASE_URL}/me`
  const urlOf = (id: string) => `${base}${path`/messages/${id}`}`

  async function draft({ to, cc, bcc, subject, text, attachments }: Outgoing): Promise<Draft> {
    const made = await account.json(Draft, {
      url: `${base}/messages`,
      method: 'POST',
      headers: LASTING_IDS,
      json: {
        subject,
        body: { contentType: 'text', content: text },
        toRecipients: people(to),
        ccRecipients: people(cc),
        bccRecipients: people(bcc),
      },
    })
    return finished(made, attachments)
  }

  /** A draft that Microsoft makes of a message, with a text above what is quoted there. */
  async function derive(way: string, message_id: string, text: string, given: object, more: object): Promise<Draft> {
    const made = await account.json(Derived, {
      url: `${urlOf(message_id)}/${way}`,
      method: 'POST',
      headers: LASTING_IDS,
      json: given,
      most_bytes: MAX_DRAFT_BYTES,
    })
    const body = { contentType: 'html', content: above(text, made.body) }
    await orDiscard(made, () =>
      account.done({
        url: urlOf(made.id),
        method: 'PATCH',
        headers: LASTING_IDS,
        json: { body, ...more },
        repeatable: true,
      }),
    )
    return made
  }

  async function finished(made: Draft, attachments: readonly StoredFile[]): Promise<Draft> {
    await orDiscard(made, async () => {
      for (const file of attachments) await addAttachment(scope, urlOf(made.id), file)
    })
    return made
  }

  async function send(made: Draft): Promise<Sent> {
    await orDiscard(made, () =>
      sentOnce(signal, () => account.done({ url: `${urlOf(made.id)}/send`, method: 'POST', headers: LASTING_IDS })),
    )
    return sentAs(made)
  }

  /** What cannot be finished does not stay among the drafts; what may have been sent is left alone. */
  async function orDiscard(made: Draft, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      const isRefused = error instanceof ProviderRefused && error.provider_status < 500
      if (isRefused) await account.done({ url: urlOf(made.id), method: 'DELETE', headers: LASTING_IDS }).catch(() => {})
      throw error
    }
  }

  return {
    draft: async (mail) => sentAs(await draft(mail)),
    send: async (mail) => send(await draft(mail)),
    async reply({ message_id, reply_all, text, attachments }) {
      const made = await derive(reply_all ? 'createReplyAll' : 'createReply', message_id, text, {}, {})
      return send(await finished(made, attachments))
    },
    async forward({ message_id, to, cc, bcc, text }) {
      const more = { ccRecipients: people(cc), bccRecipients: people(bcc) }
      return send(await derive('createForward', message_id, text, { toRecipients: people(to) }, more))
    },
  }
}

function above(text: string, { isHtml, content }: GraphBody): string {
  const below = isHtml ? content : `<pre>${escaped(content)}</pre>`
  const written = `<div>${escaped(text).replaceAll('\n', '<br>')}</div>`
  const body = /<body[^>]*>/i.exec(below.slice(0, 20_000))
  const at = body ? body.index + body[0].length : 0
  return `${below.slice(0, at)}${written}${below.slice(at)}`
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
