import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useState } from 'react'
import { shellMessages } from '../features/shell/messages.ts'
import { useMessages } from '../lib/i18n.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { Toaster } from '../ui/toast.tsx'
import { router } from './router.tsx'

export function Providers() {
  const [queryClient] = useState(createQueryClient)
  const words = useMessages(shellMessages)
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toaster labels={{ close: words.close, toast: words.notification, toasts: words.notifications }} />
    </QueryClientProvider>
  )
}
