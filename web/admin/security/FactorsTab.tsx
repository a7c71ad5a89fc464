// How many users and staff have a second factor, and which staff have none.
import { useQuery } from '@tanstack/react-query'
import { getSecondFactorsApi, type SecondFactors } from '../../../core/api/admin/security.ts'
import { useNow } from '../../now.ts'
import { useCall } from '../../session/session.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { SkeletonCard } from '../../ui/feedback/Skeleton.tsx'
import { Card, CardHead } from '../../ui/layout/Card.tsx'
import { Table } from '../../ui/layout/Table.tsx'
import { useAgo } from '../../ui/text/Ago.tsx'
import { useLanguage, useWords } from '../../words/words.tsx'
import { LoadFailure, PersonLink } from './cells.tsx'

const refreshMs = 60_000

export function FactorsTab() {
  const call = useCall()
  const { data, error, refetch } = useQuery({
    queryKey: ['admin', 'security', 'factors'],
    queryFn: ({ signal }) => call(getSecondFactorsApi, 'GET', '/api/admin/security/factors', { signal }),
    refetchInterval: refreshMs,
  })
  if (error) return <LoadFailure error={error} retry={() => void refetch()} />
  return data ? <FactorsView factors={data} /> : <SkeletonCard />
}

export function FactorsView({ factors }: { factors: SecondFactors }) {
  const t = useWords('adminsecurity')
  const ago = useAgo()
  const language = useLanguage()
  const now = useNow(refreshMs)
  const shown = (n: number) => n.toLocaleString(language)
  return (
    <>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <Share title={t('factors.users')} part={factors.usersWithFactor} all={factors.users}>
          {t('factors.usersText', { with: shown(factors.usersWithFactor), all: shown(factors.users) })}
        </Share>
        <Share title={t('factors.staff')} part={factors.staffWithFactor} all={factors.staff}>
          {t('factors.staffText', { with: shown(factors.staffWithFactor), all: shown(factors.staff) })}
        </Share>
      </div>
      <Card flush className="min-w-0">
        <CardHead title={t('factors.kinds')}>{t('factors.kindsText')}</CardHead>
        <Table
          caption={t('factors.kinds')}
          rows={factors.byType}
          keyOf={row => row.type}
          columns={[
            { key: 'kind', head: t('factors.kind'), cell: row => t(`factors.${row.type}`) },
            { key: 'users', head: t('factors.count'), number: true, cell: row => shown(row.users) },
          ]}
        />
      </Card>
      <StaffWithout people={factors.staffWithout} />
      <p className="text-sm text-ink-2">{t('factors.at', { ago: ago(factors.at, now) })}</p>
    </>
  )
}

function Share({ title, part, all, children }: { title: string; part: number; all: number; children: string }) {
  const language = useLanguage()
  const share = all === 0 ? 0 : part / all
  return (
    <Card>
      <h2>{title}</h2>
      <p className="text-2xl font-figure tabular-nums">
        {share.toLocaleString(language, { style: 'percent', maximumFractionDigits: share > 0 && share < 0.01 ? 2 : 0 })}
      </p>
      <p className="text-sm text-ink-2">{children}</p>
    </Card>
  )
}

function StaffWithout({ people }: { people: SecondFactors['staffWithout'] }) {
  const t = useWords('adminsecurity')
  if (people.length === 0) return <Note kind="ok">{t('factors.all')}</Note>
  return (
    <Card flush look="needs" className="min-w-0">
      <CardHead title={t('factors.without')}>{t('factors.withoutText')}</CardHead>
      <Table
        caption={t('factors.without')}
        rows={people}
        keyOf={row => row.id}
        columns={[
          { key: 'person', head: t('sessions.person'), cell: row => <PersonLink person={row} /> },
          { key: 'roles', head: t('sessions.roles'), cell: row => row.roles.join(', ') },
        ]}
      />
    </Card>
  )
}
