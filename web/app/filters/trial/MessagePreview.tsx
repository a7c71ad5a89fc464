// A preview of the WhatsApp message that the edited filter would send for a matching email.

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { previewFilterApi, type TrialSample } from '../../../../core/api/filter-trials.ts'
import type { Action } from '../../../../core/filters/action.ts'
import { useCall } from '../../../session/session.tsx'
import { cx } from '../../../ui/cx.ts'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { InlineSelect } from '../../../ui/forms/InlineSelect.tsx'
import { useWords } from '../../../words/words.tsx'

/** The renderer is loaded while the preview is requested. */
const load = () => import('./RenderedMessage.tsx')
const RenderedMessage = lazy(async () => ({ default: (await load()).RenderedMessage }))

interface PreviewProps {
  name: string
  actions: Action[]
  samples: readonly TrialSample[]
}

const maxOptions = 10

export function MessagePreview({ name, actions, samples }: PreviewProps) {
  const t = useWords('editor')
  const [chosenId, setChosen] = useState<string | null>(null)
  const forwarded = samples.filter(sample => sample.change !== 'lost').slice(0, maxOptions)
  const chosenSample = forwarded.find(sample => sample.messageId === chosenId) ?? forwarded[0]
  const isDigest = actions.some(action => action.kind === 'digest')
  const messageIds = (isDigest ? forwarded : chosenSample ? [chosenSample] : []).map(sample => sample.messageId)
  const preview = usePreview({ name: name.trim() || t('new'), actions, messageIds })
  const { data } = preview
  return (
    <section aria-label={t('bubble')} className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-2">
      <h2 className="text-sm font-strong">{t('bubble')}</h2>
      {data?.isExample && <p className="text-sm text-ink-2">{t('bubble.example')}</p>}
      {data && data.collected !== null && <p className="text-sm text-ink-2">{t('bubble.digest', { n: data.collected })}</p>}
      {chosenSample && data?.collected === null && !data.isExample && (
        <InlineSelect
          label={t('bubble.of')}
          value={chosenSample.messageId}
          options={forwarded.map(toOption(t('trial.noSubject')))}
          onChange={setChosen}
        />
      )}
      <div className={cx('grid gap-2 transition-opacity duration-(--move)', preview.isOutdated && 'opacity-60')}>
        <PreviewBody preview={preview} />
      </div>
    </section>
  )
}

function PreviewBody({ preview: { data, error } }: { preview: ReturnType<typeof usePreview> }) {
  const t = useWords('editor')
  const explain = useExplain()
  useEffect(() => void load().catch(() => undefined), [])
  if (error)
    return (
      <Note kind="warn">
        <b>{t('bubble.failed')}</b> {explain(error)}
      </Note>
    )
  const skeleton = <Skeleton className="h-64 w-full rounded-hull-lg" />
  if (!data) return skeleton
  if (!data.preview) return <p className="text-sm text-ink-2">{t('bubble.none')}</p>
  return (
    <Suspense fallback={skeleton}>
      <RenderedMessage shown={data.preview} hidden={data.hidden} />
    </Suspense>
  )
}

const maxLabelLength = 48

const toOption =
  (noSubject: string) =>
  ({ messageId, from, subject }: TrialSample) => {
    const word = [from?.name || from?.address, subject || noSubject].filter(Boolean).join(': ')
    return { value: messageId, label: word.length > maxLabelLength ? `${word.slice(0, maxLabelLength).toWellFormed()}…` : word }
  }

const debounceMs = 250

interface PreviewRequest {
  name: string
  actions: Action[]
  messageIds: string[]
}

function usePreview(input: PreviewRequest) {
  const call = useCall()
  const request = useDebounced(JSON.stringify(input))
  const result = useQuery({
    queryKey: ['filters', 'bubble', request],
    queryFn: ({ signal }) => call(previewFilterApi, 'POST', '/api/filters/previews', { body: JSON.parse(request), signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  return { ...result, isOutdated: result.isPlaceholderData || request !== JSON.stringify(input) }
}

function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), debounceMs)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}
