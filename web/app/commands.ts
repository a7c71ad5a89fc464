// What the screens ask the server about what was asked on phones about a mail.
import { useQuery } from '@tanstack/react-query'
import { listCommands } from '../../core/api/commands.ts'
import { useCall } from '../session.tsx'
import { liveMs } from './ledger.ts'
import { shows, useEvery } from './live/Live.tsx'

export function useCommands(messageId: string) {
  const call = useCall()
  return useQuery({
    queryKey: ['commands', messageId],
    queryFn: ({ signal }) => call(listCommands, 'GET', '/api/messages/:id/commands', { params: { id: messageId }, signal }),
    ...shows('messages', 'deliveries'),
    refetchInterval: useEvery(liveMs),
  })
}
