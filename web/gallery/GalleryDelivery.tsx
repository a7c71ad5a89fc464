// Gallery: deliveries in progress and their outcomes.
import type { Half } from '../../core/mailbox/pulse.ts'
import { AllowanceGauge } from '../ui/charts/AllowanceGauge.tsx'
import { DeliveryIcon } from '../ui/charts/DeliveryIcon.tsx'
import { MessageTotals } from '../ui/charts/MessageTotals.tsx'
import { Timeline } from '../ui/charts/Timeline.tsx'
import { UptimeBars } from '../ui/charts/UptimeBars.tsx'
import { Card, CardHead } from '../ui/layout/Card.tsx'
import { RowList } from '../ui/layout/RowList.tsx'
import { Table } from '../ui/layout/Table.tsx'
import { Ago } from '../ui/text/Ago.tsx'
import { FilterSentence } from '../ui/text/FilterSentence.tsx'
import { Rich } from '../ui/text/Rich.tsx'
import { useWords } from '../words/words.tsx'

const now = new Date('2026-11-20T14:03:00Z')
const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1000).toISOString()
const galleryPath = '/sandbox/gallery'
const links = {
  arrived: galleryPath,
  forwarded: galleryPath,
  underWay: galleryPath,
  held: galleryPath,
  failed: galleryPath,
  notMatched: galleryPath,
  suppressed: galleryPath,
}
const plain = { arrived: 1204, forwarded: 37, underWay: 0, held: 7, failed: 0, notMatched: 1160, suppressed: 0 }
const full = { arrived: 1204, forwarded: 30, underWay: 4, held: 7, failed: 1, notMatched: 1160, suppressed: 2 }
const makeDay = (kind: Half, from: number, rest: Half = 'alive'): Half[] =>
  Array.from({ length: 48 }, (_, at) => (at >= from ? kind : rest))

export function GalleryDelivery() {
  const t = useWords('gallery')
  return (
    <>
      <Card>
        <h2 className="sr-only">{t('tally')}</h2>
        <MessageTotals figures={plain} links={links}>
          {t('balanced')}
        </MessageTotals>
      </Card>
      <Card>
        <MessageTotals figures={full} links={links} />
      </Card>
      <div className="grid grid-cols-1 gap-(--gap) sm:grid-cols-2 xl:grid-cols-3">
        <UptimeSamples />
        <TimelineSamples />
        <Card>
          <h2>{t('allowance')}</h2>
          <AllowanceGauge used={412} allowance={1000} />
          <AllowanceGauge used={870} allowance={1000} />
          <AllowanceGauge used={1000} allowance={1000} />
          <AllowanceGauge used={12} allowance={null} />
        </Card>
      </div>
      <div className="grid grid-cols-1 gap-(--gap) xl:grid-cols-2">
        <RowSamples />
        <Card>
          <h2>{t('sentence')}</h2>
          <FilterSentence hits={path => (path === '0' ? 9 : 22)} condition={sample} />
        </Card>
      </div>
    </>
  )
}

const sample = {
  any: [
    { field: 'from' as const, operator: 'contains' as const, values: ['harborbank.example', 'tidewell.example'] },
    {
      all: [
        { field: 'subject' as const, operator: 'contains' as const, values: ['invoice', 'receipt'] },
        { field: 'attachment' as const, operator: 'exists' as const },
      ],
    },
    { none: [{ field: 'from' as const, operator: 'is' as const, values: ['news@harborbank.example'] }] },
  ],
}

function UptimeSamples() {
  const t = useWords('gallery')
  return (
    <Card>
      <h2>{t('life')}</h2>
      <UptimeBars halves={makeDay('alive', 0).with(7, 'gap')} label={t('life.heard')} />
      <UptimeBars halves={makeDay('silent', 37)} label={t('life.silent')} />
      <UptimeBars halves={makeDay('paused', 20)} label={t('life.paused')} />
      <UptimeBars halves={makeDay('alive', 43, 'none')} label={t('life.new')} />
    </Card>
  )
}

function TimelineSamples() {
  const t = useWords('gallery')
  return (
    <Card>
      <h2>{t('route')}</h2>
      <Timeline
        label={t('route')}
        steps={[
          { key: 'arrived', kind: 'done', text: <Rich text={t('arrived')} />, at: secondsAgo(55) },
          { key: 'matched', kind: 'done', text: <Rich text={t('matched')} />, at: secondsAgo(55) },
          { key: 'sent', kind: 'now', text: <Rich text={t('sent')} />, at: secondsAgo(53) },
          { key: 'delivered', kind: 'ahead', text: t('delivered') },
        ]}
      />
      <Timeline
        label={t('route')}
        steps={[
          { key: 'arrived', kind: 'done', text: <Rich text={t('arrived')} />, at: secondsAgo(90) },
          { key: 'failed', kind: 'failed', text: <Rich text={t('refused')} />, at: secondsAgo(80) },
        ]}
      />
    </Card>
  )
}

function RowSamples() {
  const t = useWords('gallery')
  const rows = [
    { id: '1', state: 'sending' as const, from: t('from1'), subject: t('subject1'), at: secondsAgo(0), reason: null },
    { id: '2', state: 'held' as const, from: t('from2'), subject: t('subject2'), at: secondsAgo(130), reason: t('held2') },
    { id: '3', state: 'failed' as const, from: t('from3'), subject: t('subject3'), at: secondsAgo(90_000), reason: null },
    { id: '4', state: 'read' as const, from: t('from1'), subject: t('subject1'), at: secondsAgo(900_000), reason: null },
  ]
  return (
    <div className="grid content-start gap-(--gap)">
      <Card flush>
        <CardHead title={t('rows')} />
        <RowList
          label={t('rows')}
          items={rows}
          keyOf={row => row.id}
          to={() => galleryPath}
          selected="4"
          tint={row => (row.state === 'held' || row.state === 'failed' ? row.state : null)}
          columns="grid-cols-[minmax(0,1fr)_auto] md:grid-cols-[10.5rem_minmax(0,1fr)_7rem]"
        >
          {row => (
            <>
              <span className="max-md:row-start-2">
                <DeliveryIcon state={row.state} />
              </span>
              <span className="min-w-0 max-md:col-span-2">
                <span className="block truncate">
                  <b>{row.from}</b> <span className="text-ink-2">{row.subject}</span>
                </span>
                {row.reason && <span className="block text-sm text-warn">{row.reason}</span>}
              </span>
              <Ago at={row.at} now={now} className="text-end text-sm text-ink-2" />
            </>
          )}
        </RowList>
      </Card>
      <Card flush>
        <CardHead title={t('table')} />
        <Table
          caption={t('table')}
          rows={rows}
          keyOf={row => row.id}
          sort={{ key: 'from', down: false }}
          onSort={() => {}}
          columns={[
            { key: 'from', head: t('head.from'), cell: row => row.from },
            { key: 'n', head: t('head.n'), number: true, cell: row => row.id },
          ]}
        />
      </Card>
    </div>
  )
}
