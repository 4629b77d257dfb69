import type { PlatformAnswer } from '../bots/platform-answer.ts'

/** `code` is Microsoft's, such as `ConversationNotFound` or `invalid_client`; empty where it gave none. */
export type TchatAnswer<T> = PlatformAnswer<T, { status: number; code: string }>
type TchatRefusal = Extract<TchatAnswer<unknown>, { outcome: 'refused' }>

/** Of the token service: the secret is wrong or has expired, or there is no such app in the tenant. */
export const isCredentialRefusal = ({ code }: TchatRefusal): boolean =>
  ['invalid_client', 'unauthorized_client', 'invalid_request'].includes(code)
