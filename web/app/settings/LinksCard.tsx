// Whom the links on phones ask for: nobody, or their owner on a device that is new.
import type { Settings } from '../../../core/api/settings.ts'
import { Card } from '../../ui/Card.tsx'
import { useExplain } from '../../ui/failure.ts'
import { Switch } from '../../ui/Switch.tsx'
import { toast } from '../../ui/toast.ts'
import { useWords } from '../../words.tsx'
import { useChangeSettings } from './settings.ts'

export function LinksCard({ settings }: { settings: Settings }) {
  const t = useWords('settings')
  const explain = useExplain()
  const change = useChangeSettings()
  const turn = (linksAskSignIn: boolean) =>
    change.mutate({ linksAskSignIn }, { onSuccess: () => toast.success(t('saved')), onError: error => toast.error(explain(error)) })
  return (
    <Card>
      <h2>{t('links')}</h2>
      <p className="text-ink-2">{t('links.text')}</p>
      <Switch label={t('links.ask')} checked={settings.linksAskSignIn} busy={change.isPending} onChange={turn} />
    </Card>
  )
}
