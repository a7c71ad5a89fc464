// The console's settings: values, maintenance and announcements, and the history of both.

import { Button } from '../../ui/Button.tsx'
import { useExplain } from '../../ui/feedback/failure.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { SkeletonCard } from '../../ui/feedback/Skeleton.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Tabs } from '../../ui/layout/Tabs.tsx'
import { useWords } from '../../words/words.tsx'
import { useUrlFilters } from '../pieces/useUrlFilters.ts'
import { Announcements } from './Announcements.tsx'
import { History } from './History.tsx'
import { Maintenance } from './Maintenance.tsx'
import { SettingGroups } from './SettingGroups.tsx'
import { useSettings } from './use-settings.ts'

export function SettingsPage() {
  const t = useWords('adminsettings')
  const explain = useExplain()
  const { data, error, refetch } = useSettings()
  const { values, set } = useUrlFilters(['tab'])
  return (
    <>
      <PageHeader title={t('title')}>{t('lead')}</PageHeader>
      {error && !data && (
        <div className="grid justify-items-start gap-3">
          <Note kind="danger" alert>
            <b>{t('failed')}</b> {explain(error)}
          </Note>
          <Button look="quiet" small onClick={() => void refetch()}>
            {t('retry')}
          </Button>
        </div>
      )}
      {!data && !error && <SkeletonCard />}
      {data && (
        <Tabs
          label={t('tabs')}
          value={values.tab ?? 'settings'}
          onChange={tab => set({ tab: tab === 'settings' ? '' : tab })}
          tabs={[
            { value: 'settings', label: t('tab.settings'), panel: <SettingGroups all={data} /> },
            {
              value: 'notices',
              label: t('tab.notices'),
              panel: (
                <div className="grid gap-5 pt-5">
                  <Maintenance key={`${data.maintenance.on}`} maintenance={data.maintenance} />
                  <Announcements key={JSON.stringify(data.announcements)} all={data} />
                </div>
              ),
            },
            { value: 'history', label: t('tab.history'), panel: <History revision={data.revision} /> },
          ]}
        />
      )}
    </>
  )
}
