// Follows one email from the inbox to the phone step by step, by button, arrow key or animation.
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Flap, Hull } from '../../../ui/layout/Mark.tsx'
import { useWords } from '../../../words/words.tsx'
import { Stop } from './Stop.tsx'
import { mailOf, type WalkId, walkIds } from './sample-emails.ts'
import { useWalked } from './useWalkResult.ts'

const stops = ['arrives', 'read', 'asked', 'kept', 'crosses', 'lands'] as const
/** A mail that nothing lets across stays here. */
const lastOfThoseThatStay = stops.indexOf('kept')
const pauseMs = 2600

export function Walk() {
  const t = useWords('sitehowitworks')
  const [id, setId] = useState<WalkId>('invoice')
  const [at, setAt] = useState(0)
  const [isMoving, setMoving] = useState(false)
  const mail = mailOf(t, id)
  const { walked, begin } = useWalked(mail)
  const last = walked && !walked.crosses ? lastOfThoseThatStay : stops.length - 1
  const go = (to: number) => {
    begin()
    setAt(Math.max(0, Math.min(last, to)))
  }
  usePace(isMoving, at, () => (at < last ? go(at + 1) : setMoving(false)))
  const step = (to: number) => {
    setMoving(false)
    go(to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!by) return
    event.preventDefault()
    step(at + (getComputedStyle(event.currentTarget).direction === 'rtl' ? -by : by))
  }
  const choose = (next: WalkId) => {
    setId(next)
    setMoving(false)
    setAt(0)
    begin()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrow keys go with the buttons inside
    <div role="group" aria-label={t('walk.label')} onKeyDown={onKeyDown} onPointerEnter={begin}>
      <Choice id={id} onChoose={choose} />
      <Track at={at} last={last} onStep={step} />
      <div
        className="card mt-6 grid min-h-96 grid-cols-1 content-start gap-x-12 gap-y-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.5fr)]"
        role="status"
      >
        <Stop stop={stops[at] ?? 'arrives'} mail={mail} id={id} walked={walked} />
      </div>
      <Controls at={at} last={last} isMoving={isMoving} onStep={step} onMove={setMoving} />
    </div>
  )
}

function Choice({ id, onChoose }: { id: WalkId; onChoose(id: WalkId): void }) {
  const t = useWords('sitehowitworks')
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="float-start me-2 text-sm text-ink-2 max-sm:float-none max-sm:mb-2">{t('walk.choose')}</legend>
      {walkIds.map(one => (
        <button
          key={one}
          type="button"
          aria-pressed={one === id}
          onClick={() => onChoose(one)}
          className={cx(
            'min-h-9 rounded-hull px-3 text-sm font-strong shadow-[inset_0_0_0_1px_var(--edge)]',
            one === id ? 'bg-accent text-on-accent' : 'bg-surface hover:bg-water',
          )}
        >
          {t(`walk.${one}`)}
        </button>
      ))}
    </fieldset>
  )
}

function Track({ at, last, onStep }: { at: number; last: number; onStep(to: number): void }) {
  const t = useWords('sitehowitworks')
  const kindOf = (n: number) => (n < at ? 'done' : n === at ? 'now' : undefined)
  return (
    <div className="@container mt-6">
      <svg
        viewBox="0 0 32 26"
        aria-hidden="true"
        className="walk-boat h-9 w-11 max-md:hidden"
        style={{ transform: `translateX(calc(100cqw * ${at / stops.length}))` }}
      >
        <Flap />
        <Hull />
      </svg>
      <ol className="legs">
        {stops.map((stop, n) => (
          <li key={stop} className={kindOf(n)} aria-current={n === at ? 'step' : undefined}>
            <button
              type="button"
              disabled={n > last}
              onClick={() => onStep(n)}
              className="text-start hover:underline disabled:text-ink-3 disabled:no-underline"
            >
              <b>{t(`${stop}.title`)}</b>
            </button>
          </li>
        ))}
      </ol>
    </div>
  )
}

interface ControlsProps {
  at: number
  last: number
  isMoving: boolean
  onStep(to: number): void
  onMove(isMoving: boolean): void
}

function Controls({ at, last, isMoving, onStep, onMove }: ControlsProps) {
  const t = useWords('sitehowitworks')
  const isOver = at === last
  return (
    <div className="mt-4 flex flex-wrap items-center gap-3">
      <Button look="quiet" disabled={at === 0} onClick={() => onStep(at - 1)}>
        {t('walk.back')}
      </Button>
      <Button onClick={() => onStep(isOver ? 0 : at + 1)}>{t(isOver ? 'walk.again' : 'walk.next')}</Button>
      <Button look="bare" className="motion-reduce:hidden" onClick={() => onMove(!isMoving)} disabled={isOver}>
        {t(isMoving ? 'walk.stop' : 'walk.play')}
      </Button>
      <span className="text-sm text-ink-2 max-sm:hidden">{t('walk.keys')}</span>
    </div>
  )
}

/** Calls back once per stop while the walk plays automatically. */
function usePace(isMoving: boolean, at: number, onNext: () => void): void {
  const next = useEffectEvent(onNext)
  useEffect(() => {
    if (!isMoving) return undefined
    const timer = setTimeout(() => next(), pauseMs)
    return () => clearTimeout(timer)
  }, [isMoving, at])
}
