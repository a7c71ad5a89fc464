// Pauses and resumes one phone.
import { CirclePause, CirclePlay } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Destination } from '../../../core/api/delivery.ts'
import { Button } from '../../ui/Button.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'
import { useLanguage, useWords } from '../../words/words.tsx'
import { momentText, type Rest, restEnd } from '../phone-state.ts'
import { usePausePhone } from '../queries/phone-links.ts'

const rests: readonly Rest[] = ['hour', 'morning', 'day', 'week']

export function PausePhone({ phone, isResting, now }: { phone: Destination; isResting: boolean; now: Date }) {
  const t = useWords('connect')
  const language = useLanguage()
  const { mutate } = usePausePhone(({ name }, until) =>
    until ? t('paused', { name, until: momentText(until, now, language) }) : t('resumed', { name }),
  )
  const box = useRef<HTMLDivElement>(null)
  const awaited = useRef<boolean | null>(null)
  // Each button replaces the other, so the focus must follow.
  useEffect(() => {
    if (awaited.current !== isResting) return
    awaited.current = null
    box.current?.querySelector('button')?.focus()
  }, [isResting])
  const { name } = phone
  const pause = (until: Date | null) => {
    awaited.current = until !== null
    mutate({ phone, until: until?.toISOString() ?? null })
  }
  return (
    <div ref={box}>
      {isResting ? (
        <Button look="quiet" small onClick={() => pause(null)}>
          <CirclePlay size={16} aria-hidden /> {t('resume')}
        </Button>
      ) : (
        <Menu
          align="start"
          label={t('pause.label', { name })}
          trigger={
            <Button look="quiet" small>
              <CirclePause size={16} aria-hidden /> {t('pause')}
            </Button>
          }
          items={rests.map(rest => ({ word: t(`pause.${rest}`), onPick: () => pause(restEnd(rest, now)) }))}
        />
      )}
    </div>
  )
}
