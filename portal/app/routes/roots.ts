import { createRootRoute, createRoute } from '@tanstack/react-router'
import { SignedIn } from '../signed-in.tsx'

export const root = createRootRoute()

/** Above every page but those of the sign-in. */
export const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', component: SignedIn })
