// Commands that phones sent about an email, and their outcomes.

import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Clock } from 'lucide-react'
import { listCommandsApi, type PhoneCommand } from '../../../../core/api/commands.ts'
import { useNow } from '../../../now.ts'
import { useCall } from '../../../session/session.tsx'
import { StateLabel } from '../../../ui/feedback/StateLabel.tsx'
import { formatHour } from '../../../ui/text/Ago.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { refetchOn, usePollInterval } from '../../live/LiveUpdates.tsx'
import { pollMs } from '../../queries/ledger.ts'

const kinds = { waiting: 'warn', done: 'ok', failed: 'bad', refused: 'bad' } as const
const icons = { waiting: Clock, done: CircleCheck, failed: CircleAlert, refused: CircleAlert }

export function MessageCommands({ commands }: { commands: PhoneCommand[] }) {
  return (
    <ul className="grid gap-2 text-[0.9375rem]/6">
      {commands.map(command => (
        <CommandItem key={command.id} command={command} />
      ))}
    </ul>
  )
}

function CommandItem({ command: { command, phone, state, reason, at, until } }: { command: PhoneCommand }) {
  const t = useWords('commands')
  const language = useLanguage()
  const now = useNow()
  const hour = (time: string) => formatHour(new Date(time), now, language)
  return (
    <li>
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="min-w-0 wrap-anywhere">
          {t('command', { command })}{' '}
          <span className="text-sm text-ink-2">{t('by', { phone: phone || t('gonePhone'), at: hour(at) })}</span>
        </span>
        <StateLabel kind={kinds[state]} icon={icons[state]} label={t('state', { state })} />
      </span>
      {until !== null && <span className="block text-sm text-ink-2">{t('until', { at: hour(until) })}</span>}
      {reason !== null && <span className="block text-sm text-ink-2">{reason}</span>}
    </li>
  )
}

export function useCommands(messageId: string) {
  const call = useCall()
  return useQuery({
    queryKey: ['commands', messageId],
    queryFn: ({ signal }) => call(listCommandsApi, 'GET', '/api/messages/:id/commands', { params: { id: messageId }, signal }),
    ...refetchOn('messages', 'deliveries'),
    refetchInterval: usePollInterval(pollMs),
  })
}
