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

export function useThings(): PaletteEntry[] {
  const t = useWords('palette')
  const mailboxes = useMailboxes().data?.items ?? []
  const filters = useFilters().data?.items ?? []
  const phones = useDestinations().data?.items ?? []
  return useLinkEntries()([
    ...filters.map(({ id, name }) => ({
      id,
      group: 'thing' as const,
      word: name,
      aside: t('filter'),
      icon: ListFilter,
      to: `/filters/${id}`,
    })),
    ...mailboxes.map(({ id, address }) => ({
      ...{ id, group: 'thing' as const, word: address, aside: t('mailbox'), icon: Mail },
      to: `/email-accounts/${id}`,
    })),
    ...phones.map(({ id, name }) => ({
      id,
      group: 'thing' as const,
      word: name,
      aside: t('phone'),
      icon: Smartphone,
      to: '/whatsapp-connect',
    })),
  ])
}

/** Searching is debounced, since each search decrypts what it reads. */
const restMs = 250
const most = 5
const leastLetters = 2

/** The newest mails that crossed; with words, those that have them. */
export function useFoundMessages(typed: string): { mails: PaletteEntry[]; isSearching: boolean } {
  const t = useWords('palette')
  const call = useCall()
  const lead = useLinkEntries()
  const words = useRested(typed.trim().slice(0, 200))
  const q = words.length >= leastLetters ? words : ''
  const { data, isFetching } = useQuery({
    queryKey: ['messages', 'palette', q],
    queryFn: ({ signal }) => {
      const query = q ? { q, limit: most } : { state: 'crossing' as const, limit: 3 }
      return call(listMessagesApi, 'GET', '/api/messages', { query, signal })
    },
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
  const isSearching = isFetching || words !== typed.trim().slice(0, 200)
  const lines = typed.trim().length === 1 ? [] : (data?.items ?? [])
  return {
    isSearching: isSearching && typed.trim().length >= leastLetters,
    mails: lead(
      lines.map(({ id, from, subject }) => ({
        id,
        group: 'mail',
        word: subject ?? t('noSubject'),
        aside: from ? from.name || from.address : t('unknownSender'),
        icon: MailOpen,
        to: `/forwarded-emails/${id}`,
      })),
    ),
  }
}

function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), restMs)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
