import { AppError } from '#platform/error.ts'
import { newId } from '#platform/id.ts'
import { newContact } from '../../contacts/contact-details.ts'
import { attachFiles } from '../../conversations/files/attach-files.ts'
import { newMessageRows } from '../../conversations/messages/new-message-rows.ts'
import type { AttachmentRow, MessageRow } from '../../conversations/table.ts'
import { temporaryTitle } from '../../conversations/titles/temporary-title.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { runQueued } from '../../runs/jobs.ts'
import {
  type PreparedRun,
  prepareRun,
  prepareRunHere,
  type RunBeginning,
  rowOfPrepared,
  waitsForDisk,
} from '../../runs/start-run.ts'
import type { LeasedRun } from '../../runs/table.ts'
import type { SendMessage } from '../answers/reply.ts'
import { answerMessage } from '../jobs.ts'
import { type Accepted, acceptMessage } from './accept-message.ts'
import type { StoredFile } from './store-files.ts'

/** A message with its run, prepared for one statement. */
export type Draft = {
  sent: SendMessage
  files: StoredFile[]
  beginning: RunBeginning
  run: PreparedRun
  ids: { message_id: string; assistant_message_id: string; employee_id: string }
}

type Written = {
  accepted: Accepted
  run: LeasedRun
  question: MessageRow
  answer: MessageRow
  attached: AttachmentRow[]
}

export function draftMessage(ctx: OrgContext, sent: SendMessage, files: StoredFile[], beginning: RunBeginning): Draft {
  const ids = { message_id: newId(), assistant_message_id: newId(), employee_id: sent.teammate.id }
  // A realtime model is connected to this process alone, so no other process can execute the run.
  const prepare = sent.first_candidate ? prepareRunHere : prepareRun
  const run = prepare(ctx, {
    ...ids,
    organization_id: ctx.organization.id,
    conversation_id: null,
    contact_id: null,
    user_id: sent.user_id,
    parent_run_id: null,
    channel: sent.key.channel,
    is_async: sent.is_async,
    epoch: 0,
    job: answerMessage,
    beginning,
  })
  return { sent, files, beginning, run, ids }
}

/** Writes a message with its empty answer; 404 where the conversation was deleted. */
export async function writeMessage(ctx: OrgContext, draft: Draft): Promise<Written> {
  const { sent, run, ids } = draft
  const { organization_id, run_id, now } = run
  const message = {
    content: sent.message,
    sender_name: sent.sender_name ?? null,
    client_message_id: sent.client_message_id ?? null,
  }
  const values = {
    ...run,
    ...ids,
    ...sent.key,
    ...('open' in sent.to ? conversationToOpen(sent, sent.to.open) : { ...noConversationToOpen, ...sent.to }),
    ...message,
    delivers_by: sent.channel.deliver ? sent.channel.name : null,
    opens_current: sent.opens_current,
    temporary_title: temporaryTitle(sent.message) ?? temporaryTitle(draft.files[0]?.name ?? ''),
    is_searchable: sent.channel.searchable,
    is_durable: waitsForDisk(ctx, run, !sent.is_async),
  }
  const accept = async (ctx: OrgContext): Promise<Accepted> => {
    const [accepted] = await acceptMessage(ctx.db, values)
    if (!accepted) throw new AppError('not_found', 'Conversation not found')
    return accepted
  }
  const { accepted, attached } =
    draft.files.length === 0
      ? { accepted: await accept(ctx), attached: [] }
      : await ctx.transaction(async (ctx) => {
          const accepted = await accept(ctx)
          const attached = await attachFiles(ctx, ids.message_id, draft.files)
          return { accepted, attached }
        })
  if (run.run_status === 'queued') await ctx.emit(runQueued, {})

  const { conversation_id, contact_channel_id, contact_id, epoch } = accepted
  const rows = newMessageRows({
    ...ids,
    ...message,
    conversation_id,
    contact_channel_id,
    organization_id,
    channel: sent.key.channel,
    run_id,
    now,
  })
  return { accepted, attached, ...rows, run: rowOfPrepared({ ...run, conversation_id, contact_id, epoch }) }
}

const noConversationToOpen = {
  external_id: null,
  new_conversation_id: null,
  new_contact_channel_id: null,
  new_contact_id: null,
  contact_external_id: null,
  auto_name: null,
  first_name: null,
  last_name: null,
  email: null,
  phone: null,
}

function conversationToOpen({ user_id }: SendMessage, open: Extract<SendMessage['to'], { open: unknown }>['open']) {
  const { id, contact_id, external_id, ...contact } = newContact({ ...open, user_id })
  return {
    ...contact,
    conversation_id: null,
    external_id: open.external_id,
    contact_external_id: external_id,
    new_conversation_id: newId(),
    new_contact_channel_id: id,
    new_contact_id: contact_id,
  }
}
