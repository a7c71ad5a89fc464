// A preview of the WhatsApp message that the edited filter would send for a matching email.

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { drawBubbleApi, type TrialSample } from '../../../../core/api/filter-trials.ts'
import type { Action } from '../../../../core/filters/action.ts'
import { useCall } from '../../../session/session.tsx'
import { cx } from '../../../ui/cx.ts'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Pick } from '../../../ui/forms/Pick.tsx'
import { useWords } from '../../../words/words.tsx'

/** The renderer is loaded while the preview is requested. */
const load = () => import('./DrawnBubble.tsx')
const DrawnBubble = lazy(async () => ({ default: (await load()).DrawnBubble }))

interface PreviewProps {
  name: string
  actions: Action[]
  samples: readonly TrialSample[]
}

const mostOffered = 10

export function BubblePreview({ name, actions, samples }: PreviewProps) {
  const t = useWords('editor')
  const [chosen, setChosen] = useState<string | null>(null)
  const crossing = samples.filter(sample => sample.change !== 'lost').slice(0, mostOffered)
  const first = crossing.find(sample => sample.messageId === chosen) ?? crossing[0]
  const collects = actions.some(action => action.kind === 'digest')
  const messageIds = (collects ? crossing : first ? [first] : []).map(sample => sample.messageId)
  const bubble = useBubble({ name: name.trim() || t('new'), actions, messageIds })
  const { data } = bubble
  return (
    <section aria-label={t('bubble')} className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-2">
      <h2 className="text-sm font-strong">{t('bubble')}</h2>
      {data?.isExample && <p className="text-sm text-ink-2">{t('bubble.example')}</p>}
      {data && data.collected !== null && <p className="text-sm text-ink-2">{t('bubble.digest', { n: data.collected })}</p>}
      {first && data?.collected === null && !data.isExample && (
        <Pick label={t('bubble.of')} value={first.messageId} options={crossing.map(wordOf(t('trial.noSubject')))} onChange={setChosen} />
      )}
      <div className={cx('grid gap-2 transition-opacity duration-(--move)', bubble.isOutdated && 'opacity-60')}>
        <Drawn bubble={bubble} />
      </div>
    </section>
  )
}

function Drawn({ bubble: { data, error } }: { bubble: ReturnType<typeof useBubble> }) {
  const t = useWords('editor')
  const explain = useExplain()
  useEffect(() => void load().catch(() => undefined), [])
  if (error)
    return (
      <Note kind="warn">
        <b>{t('bubble.failed')}</b> {explain(error)}
      </Note>
    )
  const waiting = <Skeleton className="h-64 w-full rounded-hull-lg" />
  if (!data) return waiting
  if (!data.shown) return <p className="text-sm text-ink-2">{t('bubble.none')}</p>
  return (
    <Suspense fallback={waiting}>
      <DrawnBubble shown={data.shown} hidden={data.hidden} />
    </Suspense>
  )
}

const wordLetters = 48

const wordOf =
  (noSubject: string) =>
  ({ messageId, from, subject }: TrialSample) => {
    const word = [from?.name || from?.address, subject || noSubject].filter(Boolean).join(': ')
    return { value: messageId, word: word.length > wordLetters ? `${word.slice(0, wordLetters).toWellFormed()}…` : word }
  }

const restMs = 250

interface BubbleDraft {
  name: string
  actions: Action[]
  messageIds: string[]
}

function useBubble(draft: BubbleDraft) {
  const call = useCall()
  const asked = useRested(JSON.stringify(draft))
  const answer = useQuery({
    queryKey: ['filters', 'bubble', asked],
    queryFn: ({ signal }) => call(drawBubbleApi, 'POST', '/api/filters/bubbles', { body: JSON.parse(asked), signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  return { ...answer, isOutdated: answer.isPlaceholderData || asked !== JSON.stringify(draft) }
}

function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), restMs)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
