import fc from 'fast-check'
import { expect, test } from 'vitest'
import { safeReturnPath } from './return-path.ts'
import { readSignInState } from './sign-in-state.ts'

test.for(['/', '/staff', '/staff/ai/1?onboarding=true', '/a?b=//c#d', '/%2F%2Fevil', '/a//b', '/?x=https://y.example'])(
  'a path on this site is kept: %s',
  (path) => expect(safeReturnPath(path)).toBe(path),
)

test.for([
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/a\\b',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/x/../..//evil.example',
  'https://evil.example',
  'HTTPS:/evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'evil.example',
  './x',
  '?x',
  '#x',
  '',
  ' /x',
  '/\u0000',
  '/\u007f',
  null,
  undefined,
  1,
  {},
  ['/x'],
])('what could lead away falls back to the start: %j', (path) => expect(safeReturnPath(path)).toBe('/'))

test('a state that is no JSON object with a return path falls back to the start', () => {
  for (const state of [
    undefined,
    '',
    '{',
    'null',
    '1',
    '"x"',
    '[]',
    '{}',
    '{"returnPath":null}',
    '{"returnPath":{}}',
  ]) {
    expect(readSignInState(state).returnPath, state).toBe('/')
  }
  expect(readSignInState('{"returnPath":"/x","inviteCode":"y"}')).toEqual({ returnPath: '/x', inviteCode: 'y' })
})

test('wherever it leads, a browser stays on this site', () => {
  const piece = fc.constantFrom('/', '\\', '.', '..', ':', '@', '\t', '\n', 'evil.example', '%2f', '?', '#', ' ', 'x')
  const hostile = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))
  const property = fc.property(fc.oneof(hostile, fc.string(), fc.webUrl()), (path) => {
    const led = safeReturnPath(path)
    expect(led.startsWith('/')).toBe(true)
    expect(new URL(led, 'https://site.example/login').origin).toBe('https://site.example')
    expect(safeReturnPath(led)).toBe(led)
  })
  fc.assert(property, { seed: 7, numRuns: 3000 })
})
