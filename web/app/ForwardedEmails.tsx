// What became of every mail: the list by parts and pages, and the mail that is open beside it.
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { useNow } from '../now.ts'
import { Card } from '../ui/Card.tsx'
import { cx } from '../ui/cx.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { useWords } from '../words.tsx'
import { ForwardedList } from './ForwardedList.tsx'
import { rowOf } from './ForwardedRow.tsx'
import { useLedger } from './ledger.ts'
import { MessagePanel } from './MessagePanel.tsx'
import { useMailboxes } from './mailboxes.ts'
import { type Part, parts } from './messages.ts'

const usual: readonly Part[] = ['all', 'under_way', 'held', 'failed', 'not_matched']
const keptDays = 30

export function ForwardedEmails() {
  const t = useWords('forwarded')
  const now = useNow()
  const { id = null } = useParams()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const part = parts.find(known => known === search.get('standing')) ?? 'all'
  const before = search.get('before')
  const mailboxId = search.get('mailbox')
  const close = () => {
    if (id) requestAnimationFrame(() => rowOf(id)?.focus({ preventScroll: true }))
    void navigate({ pathname: '/forwarded-emails', search: String(search) }, { preventScrollReset: true })
  }
  return (
    <div>
      <Head />
      <div className={cx('grid items-start gap-(--gap)', id && 'lg:grid-cols-[minmax(0,1.5fr)_minmax(20rem,1fr)]')}>
        <Card flush aria-label={t('list')}>
          <div className="border-b border-line px-(--pad) py-3">
            <Parts part={part} />
          </div>
          {mailboxId && <OnlyOf mailboxId={mailboxId} />}
          <ForwardedList key={`${part} ${mailboxId} ${before}`} slice={{ part, mailboxId }} before={before} selected={id} now={now} />
        </Card>
        {id && <MessagePanel key={id} id={id} now={now} onClose={close} />}
      </div>
    </div>
  )
}

function Head() {
  const t = useWords('forwarded')
  const sum = useLedger(keptDays).data?.sum
  return (
    <PageHeader title={t('title')}>
      {sum?.arrived ? t('lead', { underWay: sum.underWay, held: sum.held, failed: sum.failed }) : t('lead.none')}
    </PageHeader>
  )
}

/** The usual parts, and the one that a link led to where it is another. */
function Parts({ part }: { part: Part }) {
  const t = useWords('forwarded')
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const sum = useLedger(keptDays).data?.sum
  // The sum is of all accounts.
  const counts: Partial<Record<Part, number>> =
    sum && !search.has('mailbox') ? { under_way: sum.underWay, held: sum.held, failed: sum.failed } : {}
  const shown = usual.includes(part) ? usual : [...usual, part]
  return (
    <Segmented
      label={t('parts')}
      parts={shown.map(value => ({ value, word: t(`part.${value}`), ...(counts[value] && { count: counts[value] }) }))}
      value={part}
      onChange={value => void navigate({ pathname: '/forwarded-emails', search: withPart(search, value) }, { preventScrollReset: true })}
    />
  )
}

function withPart(search: URLSearchParams, part: Part): string {
  const next = new URLSearchParams(search)
  next.delete('before')
  if (part === 'all') next.delete('standing')
  else next.set('standing', part)
  return String(next)
}

/** The list shows one account's mail only; says whose, and how to see all. */
function OnlyOf({ mailboxId }: { mailboxId: string }) {
  const t = useWords('forwarded')
  const [search] = useSearchParams()
  const address = useMailboxes().data?.items.find(mailbox => mailbox.id === mailboxId)?.address
  const rest = new URLSearchParams(search)
  rest.delete('mailbox')
  rest.delete('before')
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 border-b border-line px-(--pad) py-2 text-sm text-ink-2">
      <span>{address ? t('only', { address }) : t('only.gone')}</span>
      <Link to={{ pathname: '/forwarded-emails', search: String(rest) }}>{t('only.all')}</Link>
    </p>
  )
}
