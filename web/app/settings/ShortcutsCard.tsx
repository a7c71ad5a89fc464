// Turns single-key shortcuts on or off, and opens the list of shortcuts.
import { Button } from '../../ui/Button.tsx'
import { Switch } from '../../ui/forms/Switch.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { useWords } from '../../words/words.tsx'
import { useSingleKeys } from '../shell/keys/single-keys.ts'
import { useShellDialogs } from '../shell/shell-dialogs.ts'

export function ShortcutsCard() {
  const t = useWords('shortcuts')
  const { open } = useShellDialogs()
  const { isOn, toggle } = useSingleKeys()
  return (
    <Card>
      <h2>{t('card')}</h2>
      <p className="text-ink-2">{t('card.text')}</p>
      <Switch label={t('single')} checked={isOn} onChange={toggle} />
      <p className="text-sm text-ink-2">{t('singleText')}</p>
      <div>
        <Button look="quiet" onClick={() => open('sheet')}>
          {t('card.deed')}
        </Button>
      </div>
    </Card>
  )
}
