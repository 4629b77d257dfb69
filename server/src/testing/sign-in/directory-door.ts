import { onTestFinished } from 'vitest'
import { startTestApp, type TestApp } from '../app.ts'
import { type DirectoryDouble, startDirectoryDouble } from '../doubles/directory/directory-double.ts'
import { directoryPerson, directorySettings, type Person } from '../doubles/directory/people.ts'

let callers = 0

/** From an address that nobody called from yet, because guesses are counted by address. */
export const elsewhere = () => ({ 'x-forwarded-for': `2001:db8:1::${(callers++).toString(16)}` })

export const signInWith = (app: TestApp, username: unknown, password: unknown, more: object = {}, headers = {}) =>
  app.anyone.post('/api/auth/ldap-single', { username, password, ...more }, { ...elsewhere(), ...headers })

/** A server whose people are in a directory; `people` may grow and change while it runs. */
export async function startDirectoryApp(env: Record<string, string> = {}) {
  const people: Person[] = []
  const directory: DirectoryDouble = await startDirectoryDouble(people)
  const app = await startTestApp({ env: { ...directorySettings(directory.plain), ...env }, parts: ['web'] })
  onTestFinished(async () => {
    await app.close()
    await directory.close()
  })
  return {
    app,
    people,
    add(uid: string, attributes: Record<string, string> = {}): Person {
      const person = directoryPerson(uid, attributes)
      people.push(person)
      return person
    },
    signIn: (person: Person, more: object = {}, headers: object = {}) =>
      signInWith(app, person.uid, person.password, more, headers),
  }
}
