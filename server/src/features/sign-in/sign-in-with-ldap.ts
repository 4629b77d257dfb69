import { safeReturnPath } from '#contracts/return-path.ts'
import type { LdapSignIn } from '#contracts/sign-in.ts'
import type { Context } from '#platform/context.ts'
import { AppError } from '#platform/error.ts'
import type { Entered } from './enter.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { queryDirectory } from './ldap/query-directory.ts'

export async function signInWithLdap(ctx: Context, asked: LdapSignIn, former_cookie: string | null): Promise<Entered> {
  const { config } = ctx.ports
  if (!config.LDAP_URL) throw new AppError('not_found', 'There is no sign-in with a directory here')
  const identity = await queryDirectory(config, config.LDAP_URL, asked)
  const { inviteCode, returnPath } = asked
  return finishSignIn(ctx, identity, {
    invite_code: inviteCode || null,
    return_path: safeReturnPath(returnPath),
    former_cookie,
  })
}
