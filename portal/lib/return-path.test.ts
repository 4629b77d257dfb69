import { expect, test } from 'vitest'
import { safeReturnPath } from '#contracts/return-path.ts'
import { destinationOf, inviteCodeOf, returnPathOf, stateFor } from './return-path.ts'

test('a path with query and hash survives the way through the sign-in', () => {
  expect(returnPathOf(stateFor('/chat/1?conversation=2#m3'))).toBe('/chat/1?conversation=2#m3')
})

test.each([
  ['no state', undefined],
  ['malformed state', '{"returnPath": "/chat'],
  ['state that is no object', '"/chat"'],
  ['an empty state', 'null'],
  ['an absolute URL', '{"returnPath": "https://evil.example/"}'],
  ['a scheme-relative URL', '{"returnPath": "//evil.example/"}'],
  ['a backslash', '{"returnPath": "/\\\\evil.example/"}'],
  ['a tab that browsers would strip', '{"returnPath": "/\\t/evil.example/"}'],
  ['a script', '{"returnPath": "javascript:alert(1)"}'],
  ['a path that is no text', '{"returnPath": ["/chat"]}'],
])('%s falls back to the first page', (_, state) => {
  expect(returnPathOf(state)).toBe('/')
})

test('the redirect of a sign-in answer is held to the same rule', () => {
  expect(safeReturnPath('/invite/abc')).toBe('/invite/abc')
  expect(safeReturnPath('https://evil.example/')).toBe('/')
  expect(safeReturnPath(undefined)).toBe('/')
})

test('an invite is read from the state, with or without a path beside it', () => {
  expect(inviteCodeOf('{"inviteCode": "abc"}')).toBe('abc')
  expect(inviteCodeOf('{"inviteCode": "abc", "returnPath": "/chat"}')).toBe('abc')
  for (const state of [undefined, '', '{"inviteCode": ""}', '{"inviteCode": 4}', '"inviteCode"', '{'])
    expect(inviteCodeOf(state)).toBeUndefined()
})

test('the desktop app is authorized by the server, everything else is a page', () => {
  expect(destinationOf('/api/desktop-auth/authorize?x=1')).toEqual({
    path: '/api/desktop-auth/authorize?x=1',
    isServers: true,
  })
  expect(destinationOf('/desktop-auth/authorize?x=1')).toEqual({
    path: '/api/desktop-auth/authorize?x=1',
    isServers: true,
  })
  expect(destinationOf('/invite/abc')).toEqual({ path: '/invite/abc', isServers: false })
  expect(destinationOf('https://evil.example/desktop-auth/')).toEqual({ path: '/', isServers: false })
})
