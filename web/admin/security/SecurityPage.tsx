// The console's security page: one section at a time, named in the URL.
import { useSearchParams } from 'react-router'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Tabs } from '../../ui/layout/Tabs.tsx'
import { useWords } from '../../words/words.tsx'
import { BlocksTab } from './BlocksTab.tsx'
import { ComponentsTab } from './ComponentsTab.tsx'
import { EventsTab } from './EventsTab.tsx'
import { FactorsTab } from './FactorsTab.tsx'
import { FailuresTab } from './FailuresTab.tsx'
import { KeysTab } from './KeysTab.tsx'
import { SecretsTab } from './SecretsTab.tsx'
import { SessionsTab } from './SessionsTab.tsx'

const sections = [
  { name: 'failures', Section: FailuresTab },
  { name: 'blocks', Section: BlocksTab },
  { name: 'events', Section: EventsTab },
  { name: 'factors', Section: FactorsTab },
  { name: 'sessions', Section: SessionsTab },
  { name: 'keys', Section: KeysTab },
  { name: 'secrets', Section: SecretsTab },
  { name: 'components', Section: ComponentsTab },
] as const

export function SecurityPage() {
  const t = useWords('adminsecurity')
  const [search, setSearch] = useSearchParams()
  const shown = sections.find(({ name }) => name === search.get('tab')) ?? sections[0]
  return (
    <>
      <PageHeader title={t('title')}>{t('lead')}</PageHeader>
      <Tabs
        label={t('sections')}
        value={shown.name}
        onChange={tab => setSearch({ tab }, { preventScrollReset: true })}
        tabs={sections.map(({ name, Section }) => ({
          value: name,
          label: t(`tab.${name}`),
          panel: (
            <div className="grid grid-cols-1 gap-5 pt-5">
              <Section />
            </div>
          ),
        }))}
      />
    </>
  )
}
