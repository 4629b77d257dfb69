import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import { redacted } from './redact.ts'

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

function openLog({ level, pretty }: { level: string; pretty: boolean }, destination?: DestinationStream): Logger {
  // Errors are texts already when the library comes to them; its own serializer would take away what they were.
  const serializers = { err: (error: unknown) => error }
  const options: LoggerOptions = { level, base: null, formatters: { log: redacted }, serializers }
  if (destination) return pino(options, destination)
  if (pretty) {
    const transport = { target: 'pino-pretty', options: { translateTime: 'HH:MM:ss', ignore: 'pid,hostname' } }
    return pino({ ...options, transport })
  }
  return pino(options)
}
