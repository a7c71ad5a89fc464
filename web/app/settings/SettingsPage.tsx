// The settings page in two columns of cards.
import { useTheme } from 'next-themes'
import { useState } from 'react'
import type { Settings } from '../../../core/api/settings.ts'
import { Button } from '../../ui/Button.tsx'
import { useExplain } from '../../ui/feedback/failure.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { SkeletonCard } from '../../ui/feedback/Skeleton.tsx'
import { Segmented } from '../../ui/forms/Segmented.tsx'
import { Switch } from '../../ui/forms/Switch.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { useWords } from '../../words/words.tsx'
import { AskBeforeLeaving } from '../AskBeforeLeaving.tsx'
import { ExportCard } from '../exports/ExportCard.tsx'
import { ApiKeysCard } from '../keys/ApiKeysCard.tsx'
import { useChangeSettings, useSettings } from '../queries/settings.ts'
import { AccountCard } from './AccountCard.tsx'
import { HoursCard } from './HoursCard.tsx'
import { LanguageCard } from './LanguageCard.tsx'
import { PauseCard } from './PauseCard.tsx'
import { PushCard } from './push/PushCard.tsx'
import { RetentionCard } from './RetentionCard.tsx'
import { ShortcutsCard } from './ShortcutsCard.tsx'
import { SystemEmailsCard } from './SystemEmailsCard.tsx'

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

function LeadSentence({ settings: { quiet } }: { settings: Settings }) {
  const t = useWords('settings')
  return <>{quiet ? t('lead.quiet', { from: quiet.from, to: quiet.to }) : t('lead.none')}</>
}

const themes = ['light', 'dark', 'system'] as const

/** The theme is stored in this browser and applied at once. */
function ThemeCard() {
  const t = useWords('settings')
  const { theme, setTheme } = useTheme()
  const chosen = themes.find(option => option === theme) ?? 'system'
  return (
    <Card>
      <h2>{t('look')}</h2>
      <Segmented label={t('look')} value={chosen} onChange={setTheme} parts={themes.map(value => ({ value, label: t(`look.${value}`) }))} />
    </Card>
  )
}

/** Sets whether links in WhatsApp messages ask new devices to sign in. */
function LinksCard({ settings }: { settings: Settings }) {
  const t = useWords('settings')
  const explain = useExplain()
  const change = useChangeSettings()
  const toggle = (linksAskSignIn: boolean) =>
    change.mutate({ linksAskSignIn }, { onSuccess: () => toast.success(t('saved')), onError: error => toast.error(explain(error)) })
  return (
    <Card>
      <h2>{t('links')}</h2>
      <p className="text-ink-2">{t('links.text')}</p>
      <Switch label={t('links.ask')} checked={settings.linksAskSignIn} busy={change.isPending} onChange={toggle} />
    </Card>
  )
}
