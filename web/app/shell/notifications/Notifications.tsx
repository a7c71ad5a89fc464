// Lists what needs the person's attention, newest first, each with the one thing to do.
import { Anchor, CircleAlert, CreditCard, Hourglass, type LucideIcon, MailX, Plug, ReceiptText, Smartphone } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Notification } from '../../../../core/api/notifications.ts'
import type { NeedKind } from '../../../../core/notifications/needs.ts'
import { formatMoney } from '../../../../core/text/money.ts'
import { useNow } from '../../../now.ts'
import { LinkButton } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { SkeletonRows } from '../../../ui/feedback/Skeleton.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { Ago, formatDay } from '../../../ui/text/Ago.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { useShellDialogs } from '../shell-dialogs.ts'
import { useMarkSeen, useNotifications } from './notifications.ts'

export function Notifications() {
  const t = useWords('notifications')
  const { current, open } = useShellDialogs()
  const isOpen = current === 'notifications'
  return (
    <Dialog open={isOpen} onClose={() => open(null)} title={t('title')} wide>
      {isOpen && <NotificationList />}
    </Dialog>
  )
}

function NotificationList() {
  const t = useWords('notifications')
  const explain = useExplain()
  const { data, error } = useNotifications()
  const { mutate: markSeen } = useMarkSeen()
  const now = useNow(30_000)
  // New notifications stay marked until the list is closed.
  const [newIds, setNewIds] = useState<ReadonlySet<string>>(new Set())
  const items = data?.items
  const unseen = (items ?? []).filter(({ id, isNew }) => isNew && !newIds.has(id)).map(({ id }) => id)
  if (unseen.length > 0) setNewIds(new Set([...newIds, ...unseen]))
  const hasNew = (data?.unseen ?? 0) > 0
  useEffect(() => {
    if (items && hasNew) markSeen(items)
  }, [items, hasNew, markSeen])
  if (error && !data)
    return (
      <Note kind="danger" alert>
        <b>{t('failed')}</b> {explain(error)}
      </Note>
    )
  if (!items) return <SkeletonRows rows={2} />
  if (items.length === 0) return <EmptyState title={t('none')}>{t('noneText')}</EmptyState>
  return (
    <ul aria-label={t('title')} className="-mx-2 grid">
      {items.map(item => (
        <NotificationRow key={item.id} item={item} isMarkedNew={newIds.has(item.id)} now={now} />
      ))}
    </ul>
  )
}

function NotificationRow({ item, isMarkedNew, now }: { item: Notification; isMarkedNew: boolean; now: Date }) {
  const t = useWords('notifications')
  const { open } = useShellDialogs()
  const language = useLanguage()
  const { kind, subject, count, amount, until } = item
  const { icon: Icon, isUrgent } = kindLooks[kind]
  const values = {
    name: subject?.name ?? '',
    n: count ?? 0,
    amount: amount ? formatMoney(amount, language, true) : '',
    until: until ? formatDay(new Date(until), now, language) : '',
    hasUntil: until ? 'yes' : 'no',
  }
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-2 border-t border-line px-2 py-4 first:border-t-0 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
      <Icon size={20} aria-hidden className={cx('mt-0.5', isUrgent ? 'text-danger' : 'text-warn')} />
      <div className="min-w-0">
        <p className="font-strong wrap-anywhere">
          <span>{t(`${kind}.title`, values)}</span>
          {isMarkedNew && <span className="ms-2 rounded-hull-sm bg-accent-soft px-1.5 text-xs text-accent-ink">{t('new')}</span>}
        </p>
        <p className="mt-0.5 text-sm text-ink-2">
          {t(`${kind}.text`, values)} {!isOfPlan(kind) && <Ago at={item.at} now={now} className="whitespace-nowrap" />}
        </p>
      </div>
      <LinkButton
        to={fixPath(item)}
        look="quiet"
        small
        className="col-start-2 self-center justify-self-start sm:col-start-3"
        onClick={() => open(null)}
      >
        {t(`${kind}.deed`)}
      </LinkButton>
    </li>
  )
}

const kindLooks: Record<NeedKind, { icon: LucideIcon; isUrgent: boolean }> = {
  mailbox_needs_you: { icon: CircleAlert, isUrgent: true },
  mailbox_waiting: { icon: Plug, isUrgent: false },
  phone_unreachable: { icon: Smartphone, isUrgent: true },
  phone_stopped: { icon: Smartphone, isUrgent: false },
  phone_pending: { icon: Smartphone, isUrgent: false },
  template_paused: { icon: Hourglass, isUrgent: false },
  whatsapp_trouble: { icon: Hourglass, isUrgent: false },
  whatsapp_works: { icon: Smartphone, isUrgent: false },
  deliveries_failed: { icon: MailX, isUrgent: true },
  allowance_used: { icon: Anchor, isUrgent: true },
  allowance_nearly: { icon: Anchor, isUrgent: false },
  payment_failed: { icon: CreditCard, isUrgent: true },
  payment_missing: { icon: CreditCard, isUrgent: true },
  invoice_open: { icon: ReceiptText, isUrgent: false },
  trial_ending: { icon: Hourglass, isUrgent: false },
}

/** Their texts name the day that matters, which is not that of the notification. */
const isOfPlan = (kind: NeedKind): boolean => ['allowance_used', 'allowance_nearly', 'trial_ending'].includes(kind)

/** The page that fixes it. */
function fixPath({ kind, subject }: Notification): string {
  if (kind.startsWith('mailbox_')) return `/email-accounts/${subject?.id ?? ''}`
  if (kind.startsWith('phone_') || kind === 'template_paused') return '/whatsapp-connect'
  if (kind.startsWith('whatsapp_')) return '/forwarded-emails'
  return kind === 'deliveries_failed' ? '/forwarded-emails?state=failed' : '/subscription'
}
