// The page of all email and what became of it: the filtered list, with the open message beside it.
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { useNow } from '../../now.ts'
import { cx } from '../../ui/cx.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { useWords } from '../../words/words.tsx'
import { useLedger } from '../queries/ledger.ts'
import { type ListQuery, listQueryFrom, searchOf } from '../queries/list-query.ts'
import { MessagePanel } from './detail/MessagePanel.tsx'
import { ForwardedFilters } from './list/ListFilters.tsx'
import { ForwardedList } from './list/MessageList.tsx'
import { rowOf } from './list/MessageRow.tsx'

const keptDays = 30

export function ForwardedEmails() {
  const t = useWords('forwarded')
  const now = useNow()
  const { id = null } = useParams()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const slice = listQueryFrom(search)
  const before = search.get('before')
  const show = (next: ListQuery, inPlace = false) =>
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
      {sum?.arrived ? t('lead', { underWay: sum.underWay, held: sum.held, failed: sum.failed, byMail: sum.byEmail }) : t('lead.none')}
    </PageHeader>
  )
}
