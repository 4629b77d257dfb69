import type { ServerResponse } from 'node:http'

/** An answer by which one of Microsoft's services refuses a request. */
export class TeamsRefusal extends Error {
  readonly status: number
  readonly body: object
  readonly headers: Record<string, string>

  constructor(status: number, body: object, headers: Record<string, string> = {}) {
    super(JSON.stringify(body))
    this.status = status
    this.body = body
    this.headers = headers
  }
}

/** As the connector and Graph wrap it. */
export const refused = (status: number, code: string, message: string, headers?: Record<string, string>) =>
  new TeamsRefusal(status, { error: { code, message } }, headers)

/** As the connector answers to a token that it does not accept. */
export const denied = () => new TeamsRefusal(401, { message: 'Authorization has been denied for this request.' })

export const sendJson = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void => {
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
    .end(JSON.stringify(body))
}
