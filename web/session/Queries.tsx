// The query cache of the signed-in screens; signs out when the server says that the session has ended.
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ApiError } from '../ApiError.ts'
import { readConnection } from '../connection.ts'
import { useAuth } from './session.tsx'

const shouldRetry = (count: number, error: unknown) =>
  count < 2 && readConnection() !== 'offline' && error instanceof ApiError && (error.status === 0 || error.status >= 500)

export function Queries({ children }: { children: ReactNode }) {
  const { expire } = useAuth()
  const [client] = useState(() => {
    const onError = (error: unknown) => {
      if (error instanceof ApiError && error.status === 401) expire()
    }
    return new QueryClient({
      queryCache: new QueryCache({ onError }),
      mutationCache: new MutationCache({ onError }),
      // Without a connection requests fail at once and say so; nothing waits in silence to be sent later.
      defaultOptions: {
        queries: { retry: shouldRetry, staleTime: 2000, networkMode: 'always', refetchOnReconnect: true },
        mutations: { networkMode: 'always' },
      },
    })
  })
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
