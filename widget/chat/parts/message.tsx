import { Component } from 'preact'
import type { Message, SystemEvent } from '#contracts/conversations.ts'
import { formatDuration } from '#contracts/format-duration.ts'
import { isUnavailable } from '#thread/failure-of.ts'
import { isBeingWritten } from '#thread/streamed-message.ts'
import { frameAddress } from '../../lib/loader-link.ts'
import type { Outgoing } from '../../lib/session.ts'
import { discard, sendAgain } from '../state/outbox.ts'
import { getWords } from '../words/words.ts'
import { Attachments } from './attachments.tsx'
import { Feedback } from './feedback.tsx'
import { Icon } from './icon.tsx'
import { Markdown } from './markdown.tsx'
import { Question } from './question.tsx'
import { stripMarks } from './strip-marks.ts'
import { clockTime } from './times.ts'

const isAnswer = ({ role }: Message) => role === 'ai' || role === 'bot'

/** Hidden until there is something to see: an answer in progress begins as nothing. */
export const isRenderable = (message: Message): boolean =>
  message.role === 'system' ||
  message.content.trim() !== '' ||
  message.attachments.length > 0 ||
  message.status === 'failed' ||
  message.is_stopped ||
  Boolean(message.stream_reasoning)

/** Drawn again only where the message is another one. */
export class MessageRow extends Component<{ message: Message }> {
  override shouldComponentUpdate({ message }: { message: Message }) {
    return message !== this.props.message
  }

  override render() {
    const { message } = this.props
    if (!isRenderable(message)) return null
    if (message.role === 'system') return <SystemRow message={message} />
    return message.role === 'contact' ? <OwnRow message={message} /> : <AnswerRow message={message} />
  }
}

/** What happened, in the words of the visitor's language. */
function eventText(event: SystemEvent): string {
  const { type, user_name, requested_by, ended_by } = event
  const { events } = getWords()
  if (type === 'operator_requested') return events.operator_requested[requested_by ?? 'unknown']
  if (type !== 'call_ended') return events[type](user_name)
  const understood = event.has_missed_words ? events.missed_words : ''
  const duration = formatDuration(event.duration_seconds ?? 0, frameAddress.language)
  return events.call_ended[ended_by ?? 'other'](duration + (event.is_silent ? events.silent : understood), user_name)
}

function SystemRow({ message }: { message: Message }) {
  return <p class="system">{spokenText(message)}</p>
}

function OwnRow({ message }: { message: Message }) {
  return (
    <article class="message own">
      <Attachments files={message.attachments} />
      {message.content && <div class="bubble">{message.content}</div>}
      <time dateTime={message.created_at}>{clockTime(message.created_at)}</time>
    </article>
  )
}

function AnswerRow({ message }: { message: Message }) {
  const words = getWords()
  const { content, status, attachments, edited_at, is_stopped } = message
  const isDone = status !== 'in_progress'
  const isGrowing = isBeingWritten(message)
  return (
    <article class="message answer" aria-busy={isGrowing}>
      <Activity message={message} />
      {content && (
        <div class="bubble">
          <Markdown text={content} isGrowing={isGrowing} />
        </div>
      )}
      <Attachments files={attachments} />
      <Question key={message.waiting_for?.kind} message={message} />
      {status === 'failed' && (
        <p class="failed">
          <Icon name="alert" size={16} />
          {failureText(message)}
        </p>
      )}
      {is_stopped && <p class="aside">{words.stopped}</p>}
      {isDone && (
        <div class="message-foot">
          <time dateTime={message.created_at}>{clockTime(message.created_at)}</time>
          {edited_at && <span class="aside">{words.edited}</span>}
          {isAnswer(message) && status === 'completed' && <Feedback message={message} />}
        </div>
      )}
    </article>
  )
}

const failureText = (message: Message): string =>
  isUnavailable(message) ? getWords().answerUnavailable : getWords().answerFailed

/** What a message says once it is complete, for a screen reader. */
export function spokenText(message: Message): string {
  const { role, system_event, content, status, is_stopped } = message
  if (role === 'system') return system_event ? eventText(system_event) : content
  if (status === 'failed') return failureText(message)
  return is_stopped ? `${getWords().stopped} ${stripMarks(content)}` : stripMarks(content)
}

/** What the teammate thinks, where visitors may see it. */
function Activity({ message }: { message: Message }) {
  const words = getWords()
  const { stream_reasoning, content } = message
  if (!stream_reasoning) return null
  const isThinking = isBeingWritten(message) && !content
  return (
    <details class="activity">
      <summary class={isThinking ? 'going' : undefined}>{isThinking ? words.thinking : words.reasoning}</summary>
      <p>{stream_reasoning}</p>
    </details>
  )
}

/** A message that the server does not have yet. */
export function OutgoingRow({ message }: { message: Outgoing }) {
  const words = getWords()
  const { client_message_id: id, content, failure, files, due } = message
  return (
    <article class={failure ? 'message own outgoing refused' : 'message own outgoing'}>
      {files > 0 && (
        <p class="aside">
          <Icon name="attach" size={14} /> {files}
        </p>
      )}
      {content && <div class="bubble">{content}</div>}
      {failure ? (
        <p class="failed" role="alert">
          {words.notSent} {failure}{' '}
          <button type="button" class="link" onClick={() => sendAgain(id)}>
            {words.retry}
          </button>
          <button type="button" class="link" onClick={() => discard(id)}>
            {words.discard}
          </button>
        </p>
      ) : (
        <span class="aside">{due ? words.sendsLater(clockTime(due)) : words.sending}</span>
      )}
    </article>
  )
}
