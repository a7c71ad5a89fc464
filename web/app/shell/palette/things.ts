// What is the person's own in the palette: e-mail accounts, filters, phones, and mails by who wrote them or what about.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ListFilter, Mail, MailOpen, Smartphone } from 'lucide-react'
import { useEffect, useState } from 'react'
import { listMessages } from '../../../../core/api/ledger.ts'
import { useCall } from '../../../session.tsx'
import { useWords } from '../../../words.tsx'
import { useDestinations } from '../../destinations.ts'
import { useFilters } from '../../filters/filters.ts'
import { useMailboxes } from '../../mailboxes.ts'
import { type Entry, useLeading } from './entries.ts'

export function useThings(): Entry[] {
  const t = useWords('palette')
  const mailboxes = useMailboxes().data?.items ?? []
  const filters = useFilters().data?.items ?? []
  const phones = useDestinations().data?.items ?? []
  return useLeading()([
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

/** The typing rests before mail is searched: each look opens what is sealed. */
const restMs = 250
const most = 5
const leastLetters = 2

/** The newest mails that crossed; with words, those that have them. */
export function useMails(typed: string): { mails: Entry[]; isSearching: boolean } {
  const t = useWords('palette')
  const call = useCall()
  const lead = useLeading()
  const words = useRested(typed.trim().slice(0, 200))
  const q = words.length >= leastLetters ? words : ''
  const { data, isFetching } = useQuery({
    queryKey: ['messages', 'palette', q],
    queryFn: ({ signal }) => {
      const query = q ? { q, limit: most } : { standing: 'crossing' as const, limit: 3 }
      return call(listMessages, 'GET', '/api/messages', { query, signal })
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
