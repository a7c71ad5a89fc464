// Follows one email from the inbox to the phone step by step, by button, arrow key or animation.
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Flap, Hull } from '../../../ui/layout/Mark.tsx'
import { useWords } from '../../../words/words.tsx'
import { sampleEmail, type WalkId, walkIds } from './sample-emails.ts'
import { useWalkResult } from './useWalkResult.ts'
import { WalkStop } from './WalkStop.tsx'

const stops = ['arrives', 'read', 'asked', 'kept', 'crosses', 'lands'] as const
/** An email that is not forwarded stops here. */
const lastStopWithoutForward = stops.indexOf('kept')
const pauseMs = 2600

export function Walk() {
  const t = useWords('sitehowitworks')
  const [id, setId] = useState<WalkId>('invoice')
  const [index, setAt] = useState(0)
  const [isPlaying, setPlaying] = useState(false)
  const email = sampleEmail(t, id)
  const { result, loadEngine } = useWalkResult(email)
  const last = result && !result.isForwarded ? lastStopWithoutForward : stops.length - 1
  const goTo = (to: number) => {
    loadEngine()
    setAt(Math.max(0, Math.min(last, to)))
  }
  useAutoplay(isPlaying, index, () => (index < last ? goTo(index + 1) : setPlaying(false)))
  const step = (to: number) => {
    setPlaying(false)
    goTo(to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const delta = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!delta) return
    event.preventDefault()
    step(index + (getComputedStyle(event.currentTarget).direction === 'rtl' ? -delta : delta))
  }
  const choose = (next: WalkId) => {
    setId(next)
    setPlaying(false)
    setAt(0)
    loadEngine()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrow keys complement the buttons inside
    <div role="group" aria-label={t('walk.label')} onKeyDown={onKeyDown} onPointerEnter={loadEngine}>
      <Choice id={id} onChoose={choose} />
      <Track index={index} last={last} onStep={step} />
      <div
        className="card mt-6 grid min-h-80 grid-cols-1 content-start gap-x-12 gap-y-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.5fr)]"
        role="status"
      >
        <WalkStop stop={stops[index] ?? 'arrives'} email={email} id={id} result={result} />
      </div>
      <Controls index={index} last={last} isPlaying={isPlaying} onStep={step} onPlay={setPlaying} />
    </div>
  )
}

function Choice({ id, onChoose }: { id: WalkId; onChoose(id: WalkId): void }) {
  const t = useWords('sitehowitworks')
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="float-start me-2 text-sm text-ink-2 max-sm:float-none max-sm:mb-2">{t('walk.choose')}</legend>
      {walkIds.map(candidate => (
        <button
          key={candidate}
          type="button"
          aria-pressed={candidate === id}
          onClick={() => onChoose(candidate)}
          className={cx(
            'min-h-9 rounded-hull px-3 text-sm font-strong shadow-[inset_0_0_0_1px_var(--edge)]',
            candidate === id ? 'bg-accent text-on-accent' : 'bg-surface hover:bg-water',
          )}
        >
          {t(`walk.${candidate}`)}
        </button>
      ))}
    </fieldset>
  )
}

function Track({ index, last, onStep }: { index: number; last: number; onStep(to: number): void }) {
  const t = useWords('sitehowitworks')
  const kindOf = (n: number) => (n < index ? 'done' : n === index ? 'now' : undefined)
  return (
    <div className="@container mt-6">
      <svg
        viewBox="0 0 32 26"
        aria-hidden="true"
        className="walk-boat h-9 w-11 max-md:hidden"
        style={{ transform: `translateX(calc(100cqw * ${index / stops.length}))` }}
      >
        <Flap />
        <Hull />
      </svg>
      <ol className="legs">
        {stops.map((stop, n) => (
          <li key={stop} className={kindOf(n)} aria-current={n === index ? 'step' : undefined}>
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
  index: number
  last: number
  isPlaying: boolean
  onStep(to: number): void
  onPlay(isPlaying: boolean): void
}

function Controls({ index, last, isPlaying, onStep, onPlay }: ControlsProps) {
  const t = useWords('sitehowitworks')
  const isAtEnd = index === last
  return (
    <div className="mt-4 flex flex-wrap items-center gap-3">
      <Button look="quiet" disabled={index === 0} onClick={() => onStep(index - 1)}>
        {t('walk.back')}
      </Button>
      <Button onClick={() => onStep(isAtEnd ? 0 : index + 1)}>{t(isAtEnd ? 'walk.again' : 'walk.next')}</Button>
      <Button look="bare" className="motion-reduce:hidden" onClick={() => onPlay(!isPlaying)} disabled={isAtEnd}>
        {t(isPlaying ? 'walk.stop' : 'walk.play')}
      </Button>
      <span className="text-sm text-ink-2 max-sm:hidden">{t('walk.keys')}</span>
    </div>
  )
}

/** Calls back once per stop while the walk plays automatically. */
function useAutoplay(isPlaying: boolean, index: number, onNext: () => void): void {
  const next = useEffectEvent(onNext)
  useEffect(() => {
    if (!isPlaying) return undefined
    const timer = setTimeout(() => next(), pauseMs)
    return () => clearTimeout(timer)
  }, [isPlaying, index])
}
