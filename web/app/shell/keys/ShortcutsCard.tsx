// Shortcuts in the settings: the switch for single ones, and the way to their list.
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import { useWords } from '../../../words.tsx'
import { useOver } from '../opened.ts'
import { useSingleKeys } from './single-keys.ts'

export function ShortcutsCard() {
  const t = useWords('shortcuts')
  const { open } = useOver()
  const { isOn, turn } = useSingleKeys()
  return (
    <Card>
      <h2>{t('card')}</h2>
      <p className="text-ink-2">{t('card.text')}</p>
      <Switch label={t('single')} checked={isOn} onChange={turn} />
      <p className="text-sm text-ink-2">{t('singleText')}</p>
      <div>
        <Button look="quiet" onClick={() => open('sheet')}>
          {t('card.deed')}
        </Button>
      </div>
    </Card>
  )
}
