// Gallery: typed filters, valid and invalid, and filter trials in each of their states.
import { useState } from 'react'
import type { Explanation } from '../../core/filters/explanation.ts'
import { readTypedQuery } from '../../core/filters/query/read.ts'
import type { Test } from '../../core/filters/tree.ts'
import { QueryView } from '../app/filters/query/QueryView.tsx'
import { TrialPanel } from '../app/filters/trial/TrialPanel.tsx'
import { noTrial, type Trial, type TrialDone } from '../app/filters/trial/trial.ts'
import { InlineSelect } from '../ui/forms/InlineSelect.tsx'
import { Card } from '../ui/layout/Card.tsx'
import { useWords } from '../words/words.tsx'

export function GalleryTypedFilters() {
  const t = useWords('gallery')
  return (
    <Card>
      <h2>{t('typed')}</h2>
      <TypedFilter start={t('typed.ok')} />
      <TypedFilter start={t('typed.wrong')} />
    </Card>
  )
}

function TypedFilter({ start }: { start: string }) {
  const [text, type] = useState(start)
  const { problems } = readTypedQuery(text, () => null)
  return <QueryView typed={{ text, problems, isPartial: false, type }} />
}

const states = ['result', 'running', 'stale', 'nothing', 'everything', 'noMail', 'refused', 'idle'] as const

export function GalleryTrials() {
  const t = useWords('gallery')
  const [state, setState] = useState<(typeof states)[number]>('result')
  const trials = useTrials()
  return (
    <div className="grid gap-3">
      <p className="text-lg">
        {t('trial')}{' '}
        <InlineSelect
          label={t('trialState')}
          value={state}
          options={states.map(value => ({ value, label: t(`trial.${value}`) }))}
          onChange={setState}
        />
      </p>
      <TrialPanel trial={trials[state]} hasSaved={state !== 'everything'} forwards onRetry={() => {}} onInclude={() => {}} />
    </div>
  )
}

const noMatches: TrialDone = {
  kind: 'done',
  ...{ looked: 500, of: 500, matched: 0, gained: 0, lost: 0, unknown: 0 },
  since: '2026-10-21T08:00:00Z',
  ...{ perDay: 0, perMonth: 0, usedThisMonth: 37, allowance: 1000 },
}

const doneWith = (change: Partial<TrialDone>, found: Partial<Trial> = {}): Trial => {
  const done = { ...noMatches, ...change }
  return { ...noTrial, phase: 'done', counts: done, done, ...found }
}

function useTrials(): Record<(typeof states)[number], Trial> {
  const t = useWords('gallery')
  const samples = [
    sample(1, t('from1'), 'same', explain(subjectContains('invoice'), t('trial.mail1'))),
    sample(2, t('from2'), 'gained', explain(subjectContains('receipt'), t('trial.mail2'))),
    sample(3, t('from3'), 'lost', explain(subjectContains('receipt'), t('trial.mail3'))),
  ]
  const failing = subjectContains('invoice')
  const { change: _, ...nearMiss } = sample(4, t('from1'), 'same', explain(failing, t('trial.mail4')))
  const result = doneWith({ matched: 17, gained: 3, lost: 1, perDay: 0.6, perMonth: 17 }, { samples, near: [{ ...nearMiss, failing }] })
  return {
    result,
    running: { ...noTrial, phase: 'running' },
    stale: { ...result, phase: 'stale' },
    nothing: doneWith({}),
    everything: doneWith({ matched: 500, gained: 500, perDay: 40, perMonth: 1200 }, { samples }),
    noMail: doneWith({ of: 0 }),
    refused: { ...noTrial, phase: 'refused', refusal: t('trial.no') },
    idle: noTrial,
  }
}

const subjectContains = (word: string): Test => ({ field: 'subject', operator: 'contains', values: [word] })

function explain(test: Test, subject: string): Explanation {
  const word = 'values' in test ? String(test.values[0]) : ''
  const start = subject.toLowerCase().indexOf(word)
  return { test, held: start >= 0, seen: subject, hits: start < 0 ? [] : [{ start, end: start + word.length }] }
}

const sample = (n: number, name: string, change: 'same' | 'gained' | 'lost', explanation: Explanation) => ({
  messageId: `00000000-0000-4000-8000-00000000000${n}`,
  from: { name, address: 'name@example.com' },
  subject: 'seen' in explanation ? explanation.seen : '',
  datedAt: `2026-11-2${n}T14:03:00Z`,
  change,
  explanation,
})
