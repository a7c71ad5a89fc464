// Turns each kind of system email on or off; takes effect at once.
import { NoticeKind, type Settings } from '../../../core/api/settings.ts'
import { useAuth } from '../../session/session.tsx'
import { useExplain } from '../../ui/feedback/failure.ts'
import { Switch } from '../../ui/forms/Switch.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { useWords } from '../../words/words.tsx'
import { useChangeSettings } from '../queries/settings.ts'

export function SystemEmailsCard({ settings }: { settings: Settings }) {
  const t = useWords('settings')
  const { user } = useAuth()
  return (
    <Card>
      <h2>{t('letters')}</h2>
      <p className="text-ink-2">{user?.email ? t('letters.text', { email: user.email }) : t('letters.nowhere')}</p>
      <div className="grid gap-3">
        {NoticeKind.options.map(kind => (
          <SystemEmailSwitch key={kind} kind={kind} isOn={settings.notices[kind]} />
        ))}
      </div>
    </Card>
  )
}

function SystemEmailSwitch({ kind, isOn }: { kind: NoticeKind; isOn: boolean }) {
  const t = useWords('settings')
  const explain = useExplain()
  const change = useChangeSettings()
  const toggle = (wanted: boolean) =>
    change.mutate(
      { notices: { [kind]: wanted } },
      { onSuccess: () => toast.success(t('saved')), onError: error => toast.error(explain(error)) },
    )
  return <Switch label={t(`letters.${kind}`)} checked={isOn} busy={change.isPending} onChange={toggle} />
}
