import type { OrgContext } from '../../organizations/context.ts'
import { RunFailure } from '../../runs/run-outcome.ts'
import type { Line } from '../line.ts'
import type { CalledConversation } from '../read-called-conversation.ts'
import type { Call } from './call.ts'
import { type CallError, callErrorOf, SPENT } from './call-error.ts'

type Reported = {
  called: CalledConversation
  line: Line
  /** Whether the call is over and settled: what fails now has been given up. */
  isOver(): boolean
  /** Ends the call, where nothing more would be heard or answered. */
  end: Call['end']
}

/** Reports what fails in a call, to the caller and to the log. */
export function callReports(ctx: OrgContext, { called, line, isOver, end }: Reported) {
  const of = { conversation_id: called.conversation.id }
  const endWith = ({ code, message }: CallError): void => end(code, message)

  /** Where nothing more is paid for, the call ends. */
  function report(error: CallError): void {
    if (SPENT.has(error.code)) endWith(error)
    else line.send({ type: 'error', ...error, is_final: false })
  }

  function callFailed(error: unknown): void {
    ctx.log.error({ err: error, ...of }, 'a call failed')
    end('CALL_FAILED', 'The call failed')
  }

  return {
    callFailed,
    modelsNotReady(error: unknown): void {
      const known = callErrorOf(error, called)
      if (known) {
        ctx.log.warn({ err: error, ...of }, 'the models of a call are not ready')
        endWith(known)
      } else {
        callFailed(error)
      }
    },
    notUnderstood(failure: unknown): void {
      const error = failure instanceof RunFailure ? callErrorOf(failure, called) : null
      report(error ?? { code: 'NOT_UNDERSTOOD', message: 'That could not be understood. Please say it again.' })
    },
    /** The message was saved all the same. */
    notAnswered(refusal: unknown): void {
      const error = callErrorOf(refusal, called)
      if (error) report(error)
    },
    turnFailed(error: unknown): void {
      const known = callErrorOf(error, called)
      if (known) report(known)
      if (known || isOver()) return
      ctx.log.error({ err: error, ...of }, 'a turn of a call failed')
      report({ code: 'CALL_FAILED', message: 'That could not be answered' })
    },
    /** The answer continues as text. */
    voiceFailed(error: unknown): void {
      const known = callErrorOf(error, called)
      if (known && SPENT.has(known.code)) {
        endWith(known)
        return
      }
      ctx.log.warn({ err: error, ...of }, 'the voice of a call failed')
      const { name } = called.parties.teammate
      report({ code: 'VOICE_FAILED', message: `${name}’s voice failed. The rest is shown as text.` })
    },
  }
}
