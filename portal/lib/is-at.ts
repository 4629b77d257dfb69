import { useRouter } from '@tanstack/react-router'

/** Whether the reader is still on this page: one that is being left stays until the next has loaded, and must not fetch them back. */
export function useIsAt(pathname: string): () => boolean {
  const router = useRouter()
  return () => router.latestLocation.pathname === pathname
}
