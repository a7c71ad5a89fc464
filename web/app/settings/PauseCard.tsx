// The settings card that pauses all phones.
import { CirclePause } from 'lucide-react'
import { useNow } from '../../now.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { formatHour } from '../../ui/text/Ago.tsx'
import { useLanguage, useWords } from '../../words/words.tsx'
import { usePause, useSetPause } from '../queries/pause.ts'
import { useShellDialogs } from '../shell/shell-dialogs.ts'

export function PauseCard() {
  const t = useWords('pause')
  const language = useLanguage()
  const now = useNow(30_000)
  const until = usePause()
  const { open } = useShellDialogs()
  const { mutate } = useSetPause(() => t('resumed'))
  return (
    <Card>
      <h2>{t('title')}</h2>
      <p className="text-ink-2">{until ? t('now', { until: formatHour(until, now, language) }) : t('card.text')}</p>
      <div className="flex flex-wrap gap-3">
        {until && (
          <Button look="quiet" onClick={() => mutate(null)}>
            {t('resume')}
          </Button>
        )}
        <Button look="quiet" onClick={() => open('pause')}>
          <CirclePause size={18} aria-hidden /> {t(until ? 'card.change' : 'card.deed')}
        </Button>
      </div>
    </Card>
  )
}
