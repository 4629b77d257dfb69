/** What a test has the next calls answered with, in place of what they would be. */
import type { ServerResponse } from 'node:http'

/**
 * An error of Slack's or a status instead of what was asked for; or what was asked for is done, and then the connection is
 * closed (`drop`), no answer comes (`hang`), or one that says nothing (`garbage`).
 */
export type Scripted =
  | { error: string; needed?: string }
  | { status: number; retry_after?: number }
  | 'drop'
  | 'hang'
  | 'garbage'

type Script = { method: string; answer: Scripted }

export function createScript() {
  const script: Script[] = []
  return {
    /** `any` is whatever method is called. */
    add: (method: string, answers: readonly Scripted[]) =>
      void script.push(...answers.map((answer) => ({ method, answer }))),
    clear: () => void script.splice(0),
    next(method: string): Scripted | undefined {
      const at = script.findIndex((one) => one.method === method || one.method === 'any')
      return at < 0 ? undefined : script.splice(at, 1)[0]?.answer
    },
  }
}

/** True where the answer has been written, or never is. */
export function answerScripted(scripted: Scripted, response: ServerResponse): boolean {
  if (scripted === 'drop') response.destroy()
  else if (scripted === 'garbage') response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>It works!</h1>')
  else if (scripted !== 'hang' && 'status' in scripted) {
    const { status, retry_after } = scripted
    response.writeHead(status, retry_after === undefined ? {} : { 'retry-after': String(retry_after) }).end()
  } else if (scripted !== 'hang') {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ok: false, ...scripted }))
  }
  return true
}
