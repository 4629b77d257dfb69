import { stored } from './stored.ts'

const key = 'alongside:left-at'
const session = () => sessionStorage
const minutes = 5 * 60 * 1000

/** Someone who logs out must be able to leave: for a while the sign-in page does not sign them in by itself. */
export const recentSignOut = {
  mark: () => stored.write(key, String(Date.now()), session),
  read: () => Date.now() - Number(stored.read(key, session) ?? 0) < minutes,
}
