import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { Code, certificate, startDirectoryDouble } from '#testing/doubles/directory/directory-double.ts'
import {
  type Directory,
  directoryPerson,
  directorySettings,
  type Person,
  service,
} from '#testing/doubles/directory/people.ts'
import { startSlapd } from '#testing/doubles/directory/slapd.ts'
import { elsewhere, signInWith } from '#testing/sign-in/directory-door.ts'

const [ann, bob, twin] = [directoryPerson('ann'), directoryPerson('bob'), directoryPerson('twin')]
const nameless = directoryPerson('star*', { displayName: 'Ⅎ ünïcode' })
const people = [ann, bob, twin, directoryPerson('other', { mail: 'twin' }), nameless]
const settings = ({ plain }: Pick<Directory, 'plain'>) => directorySettings(plain)

async function own(env: Record<string, string>): Promise<TestApp> {
  const app = await startTestApp({ env, parts: ['web'] })
  onTestFinished(() => app.close())
  return app
}

/** Signs a person in, and returns whom the server then knows. */
async function userOf(app: TestApp, { uid, password }: Person) {
  const { status, headers } = await signInWith(app, uid, password)
  expect(status).toBe(200)
  const cookie = headers.get('set-cookie')?.split(';', 1)[0] ?? ''
  return (await app.anyone.get('/api/init/whoami', { cookie })).body.user
}

const slapd = await startSlapd(people)
// Where no slapd can be had, the double alone says what a directory answers.
const directories: [string, Directory][] = [
  ['a directory in this process', await startDirectoryDouble(people)],
  ...(slapd ? [['OpenLDAP', slapd] satisfies [string, Directory]] : []),
]

describe.each(directories)('%s', (_, directory) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ env: settings(directory), parts: ['web'] })
  })
  afterAll(async () => {
    await app.close()
    await directory.close()
  })

  test('a person of the directory gets an account once, and comes back to it by name or by address', async () => {
    const first = await signInWith(app, ann.uid, ann.password)
    expect([first.status, first.body]).toEqual([200, { success: true, redirect_url: '/' }])
    const whoIs = async (answer: typeof first) => {
      const cookie = answer.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
      return (await app.anyone.get('/api/init/whoami', { cookie })).body
    }
    const { user, currentOrganization } = await whoIs(first)
    expect(user).toMatchObject({ name: 'Person ann', email: 'ann@directory.test', is_admin: false })
    expect(currentOrganization).toMatchObject({ name: 'My Organization', role: 'owner', available_tokens: 2000 })
    const again = await signInWith(app, 'ANN@directory.test', ann.password, { returnPath: '/staff?x=1' })
    expect(again.body).toEqual({ success: true, redirect_url: '/staff?x=1' })
    expect((await whoIs(again)).user.id).toBe(user.id)
  })

  test('a person who cannot prove to be one person of the directory gets one answer, and nothing else', async () => {
    const wrong = await signInWith(app, bob.uid, 'wrong')
    expect([wrong.status, wrong.body.error, wrong.headers.get('set-cookie')]).toEqual([
      401,
      'Invalid username or password',
      null,
    ])
    const attempts: [string, string][] = [
      ['nobody', bob.password],
      ['*', bob.password],
      ['b*', bob.password],
      ['bob)(uid=*', bob.password],
      ['*)(|(uid=bob', bob.password],
      ['\\62ob', bob.password],
      ['twin', twin.password],
      [service.dn, service.password],
    ]
    for (const [username, password] of attempts)
      expect(await signInWith(app, username, password), username).toLookLike(wrong)
  })

  test('a name with signs that mean something in a filter is only a name', async () => {
    expect((await signInWith(app, 'star*', nameless.password)).status).toBe(200)
    expect((await signInWith(app, 'star\\2a', nameless.password)).status).toBe(401)
  })

  test('letters of a filter may be written as their escaped bytes', async () => {
    const LDAP_FILTER = '(|(uid={username})(displayName=\\e2\\84\\b2 \\c3\\bcn\\C3\\AFcode))'
    const byName = await own({ ...settings(directory), LDAP_FILTER })
    expect((await signInWith(byName, 'another', nameless.password)).status).toBe(200)
  })

  test('the connection is private when it is asked to be, to the directory whose certificate is trusted', async () => {
    const startTls = { ...settings(directory), LDAP_START_TLS: 'true' }
    const secure = settings({ plain: directory.secure })
    for (const env of [startTls, secure]) {
      const outsider = await own(env)
      const refused = await signInWith(outsider, bob.uid, bob.password)
      expect([refused.status, refused.body.code]).toEqual([503, 'LDAP_UNAVAILABLE'])
      const known = await own({ ...env, LDAP_CA: certificate })
      expect((await signInWith(known, bob.uid, bob.password)).status).toBe(200)
      expect((await signInWith(known, bob.uid, 'wrong')).status).toBe(401)
    }
  })

  test('a service account that is refused is the deployment’s fault, not the person’s', async () => {
    const misconfigured = await own({ ...settings(directory), LDAP_BIND_PASSWORD: 'wrong' })
    expect((await signInWith(misconfigured, bob.uid, bob.password)).status).toBe(503)
  })
})

test('names of attributes have no case: a person is known by the id and name that a directory writes in its own letters', async () => {
  const asWritten = (names: string[]) => (uid: string) => {
    const values = [`${uid}@directory.test`, 'Cleo', 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6']
    const attributes = Object.fromEntries(names.map((name, at) => [name, values[at] ?? '']))
    return { uid, password: 'password', attributes }
  }
  const people: [Person, Person] = [
    asWritten(['mail', 'displayname', 'entryuuid'])('cleo'),
    asWritten(['MAIL', 'DISPLAYNAME', 'ENTRYUUID'])('married'),
  ]
  const directory = await startDirectoryDouble(people)
  onTestFinished(() => directory.close())
  const app = await own(settings(directory))
  const [cleo, married] = [await userOf(app, people[0]), await userOf(app, people[1])]
  expect(cleo).toMatchObject({ name: 'Cleo', email: 'cleo@directory.test' })
  expect(married.id).toBe(cleo.id)
})

test('a person keeps their account when a 389 directory, after its upgrade, gives entries an entryUUID as well', async () => {
  const ids = { mail: ann.attributes.mail ?? '', nsUniqueId: 'c3fa740b-ec4711f1-adc9a6e9-de8546a0' }
  const before = directoryPerson('ann', ids)
  const after = directoryPerson('upgraded', { ...ids, entryUUID: '41c4a42f-c0b4-4f7d-9443-131be6dfbf6f' })
  const directory = await startDirectoryDouble([before, after])
  onTestFinished(() => directory.close())
  const app = await own(settings(directory))
  expect((await userOf(app, before)).id).toBe((await userOf(app, after)).id)
})

test('a person of an Active Directory signs in by the name that they sign in to Windows with', async () => {
  const directory = await startDirectoryDouble([
    directoryPerson('ann', { sAMAccountName: 'ann.a', userPrincipalName: 'ann@windows.test' }),
  ])
  onTestFinished(() => directory.close())
  const { LDAP_FILTER: _, ...byDefault } = settings(directory)
  const app = await own(byDefault)
  for (const name of ['ann.a', 'ANN.A', 'ann@windows.test', 'ann@directory.test'])
    expect([name, (await signInWith(app, name, ann.password)).status]).toEqual([name, 200])
})

describe('a directory on a bad day', () => {
  test('an empty name or password is refused before anybody is asked', async () => {
    const directory = await startDirectoryDouble(people)
    onTestFinished(() => directory.close())
    const app = await own(settings(directory))
    for (const [username, password] of [
      ['ann', ''],
      ['', 'x'],
      ['ann', undefined],
      [undefined, 'x'],
      ['ann', 7],
    ])
      expect((await signInWith(app, username, password)).status).toBe(400)
    expect(directory.binds).toEqual([])
  })

  test('silence, garbage, a closed door and nobody there are distinguished from a wrong password', async () => {
    const directory = await startDirectoryDouble(people)
    const app = await own({ ...settings(directory), LDAP_TIMEOUT: '4' })
    const ask = async () => {
      const { status, body, headers } = await signInWith(app, ann.uid, ann.password)
      return [status, body.code, headers.get('set-cookie')]
    }
    directory.be('silent')
    expect(await ask()).toEqual([504, 'LDAP_TIMEOUT', null])
    directory.be('garbage')
    expect((await ask())[0]).toBeOneOf([503, 504])
    directory.be('hanging up')
    expect(await ask()).toEqual([503, 'LDAP_UNAVAILABLE', null])
    // Not read until the limit of time.
    directory.be('endless')
    expect(await ask()).toEqual([503, 'LDAP_UNAVAILABLE', null])
    directory.be('well')
    directory.refuse(ann, Code.busy)
    expect(await ask()).toEqual([503, 'LDAP_UNAVAILABLE', null])
    directory.refuse(ann, Code.unwilling)
    expect((await ask())[0]).toBe(401)
    await directory.close()
    expect(await ask()).toEqual([503, 'LDAP_UNAVAILABLE', null])
  })

  test('one address may guess five times a minute at one name, in whatever letters', async () => {
    const directory = await startDirectoryDouble(people)
    onTestFinished(() => directory.close())
    const app = await own(settings(directory))
    const from = elsewhere()
    const guess = (username: string) => app.anyone.post('/api/auth/ldap-single', { username, password: 'x' }, from)
    for (const name of ['ann', 'Ann', ' ann', 'ANN ', 'ann']) expect((await guess(name)).status).toBe(401)
    const refused = await guess('ann')
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect(directory.binds.filter(({ password }) => password === 'x')).toHaveLength(5)
    expect((await guess('bob')).status).toBe(401)
    expect((await signInWith(app, ann.uid, ann.password)).status).toBe(200)
  })

  test('where there is no directory, nobody signs in with one', async () => {
    const app = await own({ TRUST_PROXY: '127.0.0.1' })
    expect((await signInWith(app, ann.uid, ann.password)).status).toBe(404)
  })
})
