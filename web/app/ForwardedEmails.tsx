// What became of every mail: the list by what narrows it and by pages, and the mail that is open beside it.
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { useNow } from '../now.ts'
import { Card } from '../ui/Card.tsx'
import { cx } from '../ui/cx.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { useWords } from '../words.tsx'
import { ForwardedFilters } from './ForwardedFilters.tsx'
import { ForwardedList } from './ForwardedList.tsx'
import { rowOf } from './ForwardedRow.tsx'
import { useLedger } from './ledger.ts'
import { MessagePanel } from './MessagePanel.tsx'
import { type Slice, searchOf, sliceOf } from './slice.ts'

const keptDays = 30

export function ForwardedEmails() {
  const t = useWords('forwarded')
  const now = useNow()
  const { id = null } = useParams()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const slice = sliceOf(search)
  const before = search.get('before')
  const show = (next: Slice, inPlace = false) =>
    void navigate({ pathname: '/forwarded-emails', search: searchOf(next) }, { preventScrollReset: true, replace: inPlace })
  const close = () => {
    if (id) requestAnimationFrame(() => rowOf(id)?.focus({ preventScroll: true }))
    void navigate({ pathname: '/forwarded-emails', search: String(search) }, { preventScrollReset: true })
  }
  return (
    <div>
      <Head />
      <div className={cx('grid items-start gap-(--gap)', id && 'lg:grid-cols-[minmax(0,1.5fr)_minmax(20rem,1fr)]')}>
        <Card flush aria-label={t('list')}>
          <ForwardedFilters slice={slice} onChange={show} />
          <ForwardedList slice={slice} before={before} selected={id} now={now} />
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
      {sum?.arrived ? t('lead', { underWay: sum.underWay, held: sum.held, failed: sum.failed, byMail: sum.byMail }) : t('lead.none')}
    </PageHeader>
  )
}
