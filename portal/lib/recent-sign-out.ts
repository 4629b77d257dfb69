import { stored } from './stored.ts'

const key = 'alongside:left-at'
const session = () => sessionStorage
const minutes = 5 * 60 * 1000

/** For a while after logging out, the sign-in page does not sign in automatically. */
export const recentSignOut = {
  mark: () => stored.write(key, String(Date.now()), session),
  read: () => Date.now() - Number(stored.read(key, session) ?? 0) < minutes,
}
