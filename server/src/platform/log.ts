import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import { redacted, shortened } from './redact.ts'

export type { Logger }

export function createLog(options: { level: string; pretty: boolean }, destination?: DestinationStream): Logger {
  const log = openLog(options, destination)
  const { child } = log
  // The library formats what a line says, not what a child logger always says.
  log.child = function (this: Logger, bindings: object, ...more: []) {
    return child.call(this, redacted(bindings), ...more)
  } as typeof child
  return log
}

/** A line that was logged, with what its child loggers add to it, and without its secrets. */
export type LoggedLine = { level: number; message: string; readonly fields: Record<string, unknown> }

const listeners = new WeakMap<Logger, ((line: LoggedLine) => void)[]>()

/** Calls `listener` for each line of a logger and of its children. One that `createLog` did not make has no lines to tell of. */
export function listenToLog(log: Logger, listener: (line: LoggedLine) => void): void {
  listeners.get(log)?.push(listener)
}

function openLog(settings: { level: string; pretty: boolean }, destination?: DestinationStream): Logger {
  const ownListeners: ((line: LoggedLine) => void)[] = []
  const log = writeTo(settings, ownListeners, destination)
  listeners.set(log, ownListeners)
  return log
}

function writeTo(
  { level, pretty }: { level: string; pretty: boolean },
  ownListeners: readonly ((line: LoggedLine) => void)[],
  destination?: DestinationStream,
): Logger {
  // Errors are texts already when the library comes to them; its own serializer would take away what they were.
  const serializers = { err: (error: unknown) => error }
  const logMethod: NonNullable<LoggerOptions['hooks']>['logMethod'] = function (args, method, lineLevel) {
    // A sentence may repeat what another service has answered.
    const short = args.map((each: unknown) => (typeof each === 'string' ? shortened(each) : each))
    method.apply(this, short as typeof args)
    if (ownListeners.length === 0) return
    const bindings = () => this.bindings()
    const [first, second] = short
    const message = typeof first === 'string' ? first : typeof second === 'string' ? second : ''
    const line = {
      level: lineLevel,
      message,
      // Nearly every line is passed over by its level.
      get fields() {
        return { ...(typeof first === 'object' && first !== null && redacted(first)), ...bindings() }
      },
    }
    for (const listener of ownListeners) listener(line)
  }
  const options: LoggerOptions = { level, base: null, formatters: { log: redacted }, serializers, hooks: { logMethod } }
  if (destination) return pino(options, destination)
  if (pretty) {
    const transport = { target: 'pino-pretty', options: { translateTime: 'HH:MM:ss', ignore: 'pid,hostname' } }
    return pino({ ...options, transport })
  }
  return pino(options)
}
