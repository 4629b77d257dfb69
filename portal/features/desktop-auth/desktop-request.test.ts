import { expect, test } from 'vitest'
import { consentAddress, desktopReturnTo } from './desktop-request.ts'

const origin = 'https://alongside.example'

test.for([
  ['/desktop-auth/authorize', '/desktop-auth/authorize'],
  ['/desktop-auth/authorize?device=1&state=x', '/desktop-auth/authorize?device=1&state=x'],
  ['/api/desktop-auth/authorize?x=1#part', '/api/desktop-auth/authorize?x=1'],
  [`${origin}/api/desktop-auth/authorize`, '/api/desktop-auth/authorize'],
  ['/x/../desktop-auth/authorize', '/desktop-auth/authorize'],
])('an app may send the browser on to its own page: %s', ([asked, path]) =>
  expect(desktopReturnTo(asked, origin)).toBe(path),
)

test.for([
  undefined,
  '',
  '/',
  'desktop-auth',
  '/desktop-auth/authorize/x',
  '/desktop-auth/%61uthorize',
  '/DESKTOP-AUTH/authorize',
  '/api/desktop-auth/token',
  '//evil.example/desktop-auth/authorize',
  '/\\evil.example/desktop-auth/authorize',
  'https://evil.example/desktop-auth/authorize',
  'https://alongside.example.evil.example/desktop-auth/authorize',
  'http://alongside.example/desktop-auth/authorize',
  'https://me:pw@alongside.example/desktop-auth/authorize',
  'javascript:/desktop-auth/authorize',
  '/desktop-auth/authorize?code=1',
  '/desktop-auth/authorize?a=1&access_token=1',
  '/desktop-auth/authorize?refresh_token=',
  '/desktop-auth/authorize?ID_TOKEN=1',
  '/desktop-auth/authorize?idToken=1',
  '/desktop-auth/authorize?access%5Ftoken=1',
  '/desktop-auth/authorize?Access-Token=1',
  '/desktop-auth/authorize#access_token=1',
])('nowhere else, and not with what signs someone in: %s', (asked) => expect(desktopReturnTo(asked, origin)).toBeNull())

test('who continues gives the server the token of the page, in place of any other', () => {
  expect(consentAddress('/desktop-auth/authorize?a=1', 'x&y')).toBe(
    '/api/desktop-auth/authorize?a=1&consent_token=x%26y',
  )
  expect(consentAddress('/api/desktop-auth/authorize?consent_token=old', 'new')).toBe(
    '/api/desktop-auth/authorize?consent_token=new',
  )
})
