import { Component } from 'preact'
import type { Message, SystemEvent } from '#contracts/conversations.ts'
import type { Outgoing } from '../../lib/session.ts'
import { discard, sendAgain } from '../state/outbox.ts'
import { getWords } from '../words/words.ts'
import { Attachments } from './attachments.tsx'
import { Feedback } from './feedback.tsx'
import { Icon } from './icon.tsx'
import { Markdown } from './markdown.tsx'
import { Question } from './question.tsx'
import { clockTime } from './times.ts'

const isAnswer = ({ role }: Message) => role === 'ai' || role === 'bot'

/** Hidden until there is something to see: an answer in progress begins as nothing. */
export const isRenderable = (message: Message): boolean =>
  message.role === 'system' ||
  message.content.trim() !== '' ||
  message.attachments.length > 0 ||
  message.status === 'failed' ||
  message.is_stopped ||
  Boolean(message.stream_reasoning || message.stream_tools?.length)

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
export function eventText({ type, user_name, requested_by }: SystemEvent): string {
  const { events } = getWords()
  return type === 'operator_requested' ? events.operator_requested[requested_by ?? 'unknown'] : events[type](user_name)
}

function SystemRow({ message: { system_event, content } }: { message: Message }) {
  return <p class="system">{system_event ? eventText(system_event) : content}</p>
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
  return (
    <article class="message answer" aria-busy={!isDone}>
      <Activity message={message} />
      {content && (
        <div class="bubble">
          <Markdown text={content} isGrowing={!isDone} />
        </div>
      )}
      <Attachments files={attachments} />
      <Question key={message.waiting_for?.kind} message={message} />
      {status === 'failed' && (
        <p class="failed">
          <Icon name="alert" size={16} />
          {message.error_code && isRefused(message.error_code) ? words.answerUnavailable : words.answerFailed}
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

/** Why a teammate may not answer, which another try would not mend. */
const isRefused = (code: string) =>
  ['TEAMMATE_NOT_READY', 'DAILY_LIMIT_REACHED', 'NO_CREDITS', 'ORGANIZATION_INACTIVE'].includes(code)

/** What the teammate thinks and does, where visitors may see it. */
function Activity({ message: { stream_reasoning, stream_tools = [], status, content } }: { message: Message }) {
  const words = getWords()
  const running = status === 'in_progress' ? stream_tools.find((call) => call.status === 'running') : undefined
  if (!stream_reasoning && stream_tools.length === 0) return null
  const isThinking = status === 'in_progress' && !content
  const summary = running
    ? words.working(readable(running.tool))
    : isThinking
      ? words.thinking
      : stream_tools.length > 0
        ? words.tools(stream_tools.length)
        : words.reasoning
  return (
    <details class="activity">
      <summary class={isThinking || running ? 'going' : undefined}>{summary}</summary>
      {stream_reasoning && <p>{stream_reasoning}</p>}
      {stream_tools.length > 0 && (
        <ul>
          {stream_tools.map(({ call_id, tool, status }) => (
            <li key={call_id} class={status}>
              {readable(tool)}
            </li>
          ))}
        </ul>
      )}
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

/** A tool's name as words: what a teammate may start is named by the organization, behind a dot. */
const readable = (tool: string): string => (tool.split('.').at(-1) ?? tool).replaceAll('_', ' ')
