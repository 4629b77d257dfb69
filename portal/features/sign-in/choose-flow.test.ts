import { expect, test } from 'vitest'
import type { AuthProvider } from '#contracts/sign-in.ts'
import { isLegacyFlow, onlyProvider, startUrl } from './choose-flow.ts'

const redirect = (id: string): AuthProvider => ({ id, type: 'redirect', label: id, start_url: `/start/${id}` })
const form = (type: 'credentials' | 'ldap-single'): AuthProvider => ({ id: type, type, label: type })

test('one provider that redirects, and nothing to type, starts by itself', () => {
  expect(onlyProvider([redirect('a')])?.id).toBe('a')
})

test.each([
  ['no provider', []],
  ['two to choose from', [redirect('a'), redirect('b')]],
  ['a password form beside it', [redirect('a'), form('credentials')]],
  ['a directory form beside it', [redirect('a'), form('ldap-single')]],
  ['a provider without an address', [{ id: 'a', type: 'redirect' as const, label: 'a' }]],
])('%s starts nothing', (_, providers) => {
  expect(onlyProvider(providers)).toBeNull()
})

test('both stored names mean the legacy flow, anything else the default', () => {
  expect(isLegacyFlow('legacy-google')).toBe(true)
  expect(isLegacyFlow('legacy-google-flow')).toBe(true)
  expect(isLegacyFlow('auth-server')).toBe(false)
  expect(isLegacyFlow(null)).toBe(false)
})

test('a start carries the state and the wish to choose an account', () => {
  const url = startUrl('/api/auth/idpa', { state: '{"inviteCode":"a b"}', selectAccount: true }, 'https://x.example')
  expect(url).toBe('https://x.example/api/auth/idpa?state=%7B%22inviteCode%22%3A%22a+b%22%7D&select_account=true')
  expect(startUrl('/s?hint=1', { state: undefined, selectAccount: false }, 'https://x.example')).toBe(
    'https://x.example/s?hint=1',
  )
})
