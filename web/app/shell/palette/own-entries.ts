// The person's own entries in the command palette: email accounts, filters, phones, and messages.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ListFilter, Mail, MailOpen, Smartphone } from 'lucide-react'
import { useEffect, useState } from 'react'
import { listMessagesApi } from '../../../../core/api/ledger.ts'
import { useCall } from '../../../session/session.tsx'
import { useWords } from '../../../words/words.tsx'
import { useDestinations } from '../../queries/destinations.ts'
import { useFilters } from '../../queries/filters.ts'
import { useMailboxes } from '../../queries/mailboxes.ts'
import { type PaletteEntry, useLinkEntries } from './entries.ts'

export function useOwnEntries(): PaletteEntry[] {
  const t = useWords('palette')
  const mailboxes = useMailboxes().data?.items ?? []
  const filters = useFilters().data?.items ?? []
  const phones = useDestinations().data?.items ?? []
  return useLinkEntries()([
    ...filters.map(({ id, name }) => ({
      id,
      group: 'item' as const,
      name,
      detail: t('filter'),
      icon: ListFilter,
      to: `/filters/${id}`,
    })),
    ...mailboxes.map(({ id, address }) => ({
      ...{ id, group: 'item' as const, name: address, detail: t('mailbox'), icon: Mail },
      to: `/email-accounts/${id}`,
    })),
    ...phones.map(({ id, name }) => ({
      id,
      group: 'item' as const,
      name,
      detail: t('phone'),
      icon: Smartphone,
      to: '/whatsapp-connect',
    })),
  ])
}

/** Searching is debounced, since each search decrypts what it reads. */
const debounceMs = 250
const maxResults = 5
const minCharacters = 2

/** The latest forwarded emails; with a search text, the emails that contain it. */
export function useMessageEntries(typed: string): { messages: PaletteEntry[]; isSearching: boolean } {
  const t = useWords('palette')
  const call = useCall()
  const toEntries = useLinkEntries()
  const searchText = useDebounced(typed.trim().slice(0, 200))
  const q = searchText.length >= minCharacters ? searchText : ''
  const { data, isFetching } = useQuery({
    queryKey: ['messages', 'palette', q],
    queryFn: ({ signal }) => {
      const query = q ? { q, limit: maxResults } : { state: 'matched' as const, limit: 3 }
      return call(listMessagesApi, 'GET', '/api/messages', { query, signal })
    },
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
  const isSearching = isFetching || searchText !== typed.trim().slice(0, 200)
  const lines = typed.trim().length === 1 ? [] : (data?.items ?? [])
  return {
    isSearching: isSearching && typed.trim().length >= minCharacters,
    messages: toEntries(
      lines.map(({ id, from, subject }) => ({
        id,
        group: 'email',
        name: subject ?? t('noSubject'),
        detail: from ? from.name || from.address : t('unknownSender'),
        icon: MailOpen,
        to: `/forwarded-emails/${id}`,
      })),
    ),
  }
}

function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), debounceMs)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}
