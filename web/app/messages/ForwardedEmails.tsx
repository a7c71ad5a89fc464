// The page of all email with its delivery state: the filtered list, with the open message beside it.
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { useNow } from '../../now.ts'
import { cx } from '../../ui/cx.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { useWords } from '../../words/words.tsx'
import { useLedger } from '../queries/ledger.ts'
import { type ListQuery, parseListQuery, toUrlSearch } from '../queries/list-query.ts'
import { MessagePanel } from './detail/MessagePanel.tsx'
import { ListFilters } from './list/ListFilters.tsx'
import { MessageList } from './list/MessageList.tsx'
import { findRow } from './list/MessageListRow.tsx'

const summaryDays = 30

export function ForwardedEmails() {
  const t = useWords('forwarded')
  const now = useNow()
  const { id = null } = useParams()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const query = parseListQuery(search)
  const cursor = search.get('before')
  const navigateTo = (next: ListQuery, replace = false) =>
    void navigate({ pathname: '/forwarded-emails', search: toUrlSearch(next) }, { preventScrollReset: true, replace })
  const close = () => {
    if (id) requestAnimationFrame(() => findRow(id)?.focus({ preventScroll: true }))
    void navigate({ pathname: '/forwarded-emails', search: String(search) }, { preventScrollReset: true })
  }
  return (
    <div>
      <Header />
      <div className={cx('grid items-start gap-(--gap)', id && 'lg:grid-cols-[minmax(0,1.5fr)_minmax(20rem,1fr)]')}>
        <Card flush aria-label={t('list')}>
          <ListFilters query={query} onChange={navigateTo} />
          <MessageList query={query} cursor={cursor} selected={id} now={now} />
        </Card>
        {id && <MessagePanel key={id} id={id} now={now} onClose={close} />}
      </div>
    </div>
  )
}

function Header() {
  const t = useWords('forwarded')
  const sum = useLedger(summaryDays).data?.sum
  return (
    <PageHeader title={t('title')}>
      {sum?.arrived ? t('lead', { underWay: sum.underWay, held: sum.held, failed: sum.failed, byMail: sum.byEmail }) : t('lead.none')}
    </PageHeader>
  )
}
