import { expect } from 'vitest'
import type { Caller, Route } from '#platform/route.ts'
import type { Answer, Client } from '../client.ts'

/** An id that nothing has. */
export const NOBODY = '01890000-0000-7000-8000-000000000000'

export const nameOf = ({ method, path }: Route): string => `${method} ${path}`

const PARAMETER = /:(\w+)|\{(\w+)\}/g

export const parametersOf = ({ path }: Route): string[] =>
  [...path.matchAll(PARAMETER)].map(([, colon, brace]) => colon ?? brace ?? '')

/** The route's path with every parameter filled in: those that are not given with an id of nothing. */
export function fill({ path }: Route, given: Record<string, string> = {}): string {
  return path.replaceAll(PARAMETER, (_all, colon, brace) => given[colon ?? brace] ?? NOBODY)
}

/** Cut off in the middle: a route that parses it before the caller is known answers 400. */
const BROKEN = '{"junk": ['

/** Calls a route with a body that is no JSON, so that a gate that opens shows as a 400. */
export async function knock(
  client: Client,
  route: Route,
  given: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  const bodied = route.method !== 'GET'
  const response = await client.send(fill(route, given), {
    method: route.method,
    headers: { ...(bodied && { 'content-type': 'application/json' }), ...headers },
    ...(bodied && { body: BROKEN }),
  })
  return readAnswer(response)
}

export async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return { status: response.status, body: isJson && text ? JSON.parse(text) : text, headers: response.headers }
}

/** Every one of these routes answers with this status; all that do not are named. */
export async function expectAll(
  routes: readonly Route[],
  status: number,
  ask: (route: Route) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const route of routes) answers.push(await ask(route))
  const line = (index: number, shown: number) => `${shown} ${routes[index] ? nameOf(routes[index]) : ''}`
  expect(answers.map((answer, index) => line(index, answer.status))).toEqual(
    routes.map((_, index) => line(index, status)),
  )
  return answers
}

/** How the walk takes each caller; a new word belongs here with the gates that it promises. */
export const walked: Record<Caller, 'open' | 'session' | 'organization' | 'key' | 'page' | 'token'> = {
  anyone: 'open',
  local_developer: 'open',
  user: 'session',
  developer: 'session',
  member: 'organization',
  admin: 'organization',
  owner: 'organization',
  teammate_editor: 'organization',
  teammate_viewer: 'organization',
  private_key: 'key',
  teammate_key: 'key',
  visitor: 'page',
  known_visitor: 'page',
  public_trigger: 'open',
  hosted_token: 'token',
  msgr_platform: 'open',
  wchat_platform: 'open',
  tchat_platform: 'open',
  wchat_app: 'open',
}
