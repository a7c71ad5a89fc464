// The settings page in two columns of cards.
import { useState } from 'react'
import type { Settings as SettingsData } from '../../../core/api/settings.ts'
import { Button } from '../../ui/Button.tsx'
import { useExplain } from '../../ui/feedback/failure.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { SkeletonCard } from '../../ui/feedback/Skeleton.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { useWords } from '../../words/words.tsx'
import { AskBeforeLeaving } from '../AskBeforeLeaving.tsx'
import { ExportCard } from '../exports/ExportCard.tsx'
import { ApiKeysCard } from '../keys/ApiKeysCard.tsx'
import { useSettings } from '../queries/settings.ts'
import { AccountCard } from './AccountCard.tsx'
import { HoursCard } from './HoursCard.tsx'
import { LanguageCard } from './LanguageCard.tsx'
import { LinksCard } from './LinksCard.tsx'
import { PauseCard } from './PauseCard.tsx'
import { PushCard } from './push/PushCard.tsx'
import { RetentionCard } from './RetentionCard.tsx'
import { ShortcutsCard } from './ShortcutsCard.tsx'
import { SystemEmailsCard } from './SystemEmailsCard.tsx'
import { ThemeCard } from './ThemeCard.tsx'

export function SettingsPage() {
  const t = useWords('settings')
  const explain = useExplain()
  const settings = useSettings()
  const [hoursChanged, setHoursChanged] = useState(false)
  const [retentionChanged, setRetentionChanged] = useState(false)
  return (
    <div>
      <PageHeader title={t('title')}>{settings.data && <LeadSentence settings={settings.data} />}</PageHeader>
      {settings.error && !settings.data && (
        <Note kind="danger" alert>
          <b>{t('loading')}</b> {explain(settings.error)}{' '}
          <Button look="quiet" small className="mt-2 flex!" onClick={() => void settings.refetch()}>
            {t('loading.retry')}
          </Button>
        </Note>
      )}
      {settings.isPending && (
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <SkeletonCard tall="min-h-46" />
          <SkeletonCard tall="min-h-53" />
          <SkeletonCard tall="min-h-117" />
        </div>
      )}
      {settings.data && (
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <div className="grid gap-5">
            <PauseCard />
            <HoursCard settings={settings.data} onDirty={setHoursChanged} />
            <SystemEmailsCard settings={settings.data} />
            <PushCard settings={settings.data} />
            <RetentionCard settings={settings.data} onDirty={setRetentionChanged} />
          </div>
          <div className="grid gap-5">
            <LanguageCard settings={settings.data} />
            <ThemeCard />
            <ShortcutsCard />
            <LinksCard settings={settings.data} />
            <ApiKeysCard />
            <ExportCard />
            <AccountCard />
          </div>
        </div>
      )}
      <AskBeforeLeaving isDirty={hoursChanged || retentionChanged} text={t('leave')} />
    </div>
  )
}

function LeadSentence({ settings: { quiet } }: { settings: SettingsData }) {
  const t = useWords('settings')
  return <>{quiet ? t('lead.quiet', { from: quiet.from, to: quiet.to }) : t('lead.none')}</>
}
