import { useRouter } from '@tanstack/react-router'

/** Whether this page is still the destination: a page stays mounted until the next one has loaded, and must not navigate back. */
export function useIsAt(pathname: string): () => boolean {
  const router = useRouter()
  return () => router.latestLocation.pathname === pathname
}
