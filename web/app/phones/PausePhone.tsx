// Pauses and resumes one phone.
import { CirclePause, CirclePlay } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Destination } from '../../../core/api/delivery.ts'
import { Button } from '../../ui/Button.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'
import { useLanguage, useWords } from '../../words/words.tsx'
import { findPauseEnd, formatMoment, type PauseLength } from '../phone-state.ts'
import { usePausePhone } from '../queries/phone-links.ts'

const pauseLengths: readonly PauseLength[] = ['hour', 'morning', 'day', 'week']

export function PausePhone({ phone, isPaused, now }: { phone: Destination; isPaused: boolean; now: Date }) {
  const t = useWords('connect')
  const language = useLanguage()
  const { mutate } = usePausePhone(({ name }, until) =>
    until ? t('paused', { name, until: formatMoment(until, now, language) }) : t('resumed', { name }),
  )
  const box = useRef<HTMLDivElement>(null)
  const awaitedState = useRef<boolean | null>(null)
  // Each button replaces the other, so the focus must follow.
  useEffect(() => {
    if (awaitedState.current !== isPaused) return
    awaitedState.current = null
    box.current?.querySelector('button')?.focus()
  }, [isPaused])
  const { name } = phone
  const pause = (until: Date | null) => {
    awaitedState.current = until !== null
    mutate({ phone, until: until?.toISOString() ?? null })
  }
  return (
    <div ref={box}>
      {isPaused ? (
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
          items={pauseLengths.map(length => ({ label: t(`pause.${length}`), onSelect: () => pause(findPauseEnd(length, now)) }))}
        />
      )}
    </div>
  )
}
