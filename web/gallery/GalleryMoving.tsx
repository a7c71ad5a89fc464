// Gallery: deliveries in progress and their outcomes.
import type { Half } from '../../core/mailbox/pulse.ts'
import { AllowanceGauge } from '../ui/charts/AllowanceGauge.tsx'
import { CrossingGlyph } from '../ui/charts/CrossingGlyph.tsx'
import { ProofOfLife } from '../ui/charts/ProofOfLife.tsx'
import { Route } from '../ui/charts/Route.tsx'
import { Tally } from '../ui/charts/Tally.tsx'
import { Card, CardHead } from '../ui/layout/Card.tsx'
import { RowList } from '../ui/layout/RowList.tsx'
import { Table } from '../ui/layout/Table.tsx'
import { Ago } from '../ui/text/Ago.tsx'
import { FilterSentence } from '../ui/text/FilterSentence.tsx'
import { Rich } from '../ui/text/Rich.tsx'
import { useWords } from '../words/words.tsx'

const now = new Date('2026-11-20T14:03:00Z')
const before = (seconds: number) => new Date(now.getTime() - seconds * 1000).toISOString()
const here = '/sandbox/gallery'
const links = { arrived: here, forwarded: here, underWay: here, held: here, failed: here, notMatched: here, suppressed: here }
const plain = { arrived: 1204, forwarded: 37, underWay: 0, held: 7, failed: 0, notMatched: 1160, suppressed: 0 }
const full = { arrived: 1204, forwarded: 30, underWay: 4, held: 7, failed: 1, notMatched: 1160, suppressed: 2 }
const day = (kind: Half, from: number, rest: Half = 'heard'): Half[] => Array.from({ length: 48 }, (_, at) => (at >= from ? kind : rest))

export function CarryOver() {
  const t = useWords('gallery')
  return (
    <>
      <Card>
        <h2 className="sr-only">{t('tally')}</h2>
        <Tally figures={plain} links={links}>
          {t('balanced')}
        </Tally>
      </Card>
      <Card>
        <Tally figures={full} links={links} />
      </Card>
      <div className="grid grid-cols-1 gap-(--gap) sm:grid-cols-2 xl:grid-cols-3">
        <Lives />
        <Routes />
        <Card>
          <h2>{t('allowance')}</h2>
          <AllowanceGauge used={412} allowance={1000} />
          <AllowanceGauge used={870} allowance={1000} />
          <AllowanceGauge used={1000} allowance={1000} />
          <AllowanceGauge used={12} allowance={null} />
        </Card>
      </div>
      <div className="grid grid-cols-1 gap-(--gap) xl:grid-cols-2">
        <Rows />
        <Card>
          <h2>{t('sentence')}</h2>
          <FilterSentence hits={place => (place === '0' ? 9 : 22)} condition={sample} />
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

function Lives() {
  const t = useWords('gallery')
  return (
    <Card>
      <h2>{t('life')}</h2>
      <ProofOfLife halves={day('heard', 0).with(7, 'gap')} label={t('life.heard')} />
      <ProofOfLife halves={day('silent', 37)} label={t('life.silent')} />
      <ProofOfLife halves={day('paused', 20)} label={t('life.paused')} />
      <ProofOfLife halves={day('heard', 43, 'none')} label={t('life.new')} />
    </Card>
  )
}

function Routes() {
  const t = useWords('gallery')
  return (
    <Card>
      <h2>{t('route')}</h2>
      <Route
        label={t('route')}
        stops={[
          { key: 'arrived', kind: 'done', text: <Rich text={t('arrived')} />, at: before(55) },
          { key: 'matched', kind: 'done', text: <Rich text={t('matched')} />, at: before(55) },
          { key: 'sent', kind: 'now', text: <Rich text={t('sent')} />, at: before(53) },
          { key: 'delivered', kind: 'ahead', text: t('delivered') },
        ]}
      />
      <Route
        label={t('route')}
        stops={[
          { key: 'arrived', kind: 'done', text: <Rich text={t('arrived')} />, at: before(90) },
          { key: 'failed', kind: 'failed', text: <Rich text={t('refused')} />, at: before(80) },
        ]}
      />
    </Card>
  )
}

function Rows() {
  const t = useWords('gallery')
  const rows = [
    { id: '1', state: 'sending' as const, from: t('from1'), subject: t('subject1'), at: before(0), reason: null },
    { id: '2', state: 'held' as const, from: t('from2'), subject: t('subject2'), at: before(130), reason: t('held2') },
    { id: '3', state: 'failed' as const, from: t('from3'), subject: t('subject3'), at: before(90_000), reason: null },
    { id: '4', state: 'read' as const, from: t('from1'), subject: t('subject1'), at: before(900_000), reason: null },
  ]
  return (
    <div className="grid content-start gap-(--gap)">
      <Card flush>
        <CardHead title={t('rows')} />
        <RowList
          label={t('rows')}
          items={rows}
          keyOf={row => row.id}
          to={() => here}
          selected="4"
          tint={row => (row.state === 'held' || row.state === 'failed' ? row.state : null)}
          columns="grid-cols-[minmax(0,1fr)_auto] md:grid-cols-[10.5rem_minmax(0,1fr)_7rem]"
        >
          {row => (
            <>
              <span className="max-md:row-start-2">
                <CrossingGlyph state={row.state} />
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
