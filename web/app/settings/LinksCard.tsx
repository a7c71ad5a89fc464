// Sets whether links in WhatsApp messages ask new devices to sign in.
import type { Settings } from '../../../core/api/settings.ts'
import { useExplain } from '../../ui/feedback/failure.ts'
import { Switch } from '../../ui/forms/Switch.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { useWords } from '../../words/words.tsx'
import { useChangeSettings } from '../queries/settings.ts'

export function LinksCard({ settings }: { settings: Settings }) {
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
