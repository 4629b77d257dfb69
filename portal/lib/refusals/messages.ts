import type { At, CodeAt } from '#contracts/endpoints.ts'
import { catalogue } from '../i18n.ts'

/** Every code that an endpoint or the gate before it refuses with. */
type RefusalCode = { [Path in At]: CodeAt<Path> }[At] | 'ORGANIZATION_INACTIVE' | 'BODY_TOO_COMPLEX'

/** What is shown by its status alone, where a refusal has no code. */
type UncodedStatus = '403' | '404'

/** A sentence in the place of the server's own, or one that is made of it. */
export type Sentences = { readonly [Code in RefusalCode | UncodedStatus]?: string | ((sentence: string) => string) }

/** English ones come from the server. */
export const refusalMessages = catalogue<Sentences>('lib/refusals', {})
