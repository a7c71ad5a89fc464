// The result of a trial: emails that would match, that no longer would, and near misses.
import { useState } from 'react'
import { mend } from '../../../../core/filters/mend.ts'
import type { Condition } from '../../../../core/filters/tree.ts'
import { Tabs } from '../../../ui/layout/Tabs.tsx'
import { useWords } from '../../../words/words.tsx'
import { NearMisses, Samples } from './Samples.tsx'
import type { Trial } from './trial.ts'

export interface TrialResultsProps {
  trial: Trial
  hasSaved: boolean
  /** Given the current condition, `changed` returns one that also matches the near miss; null if that is impossible. */
  onInclude(changed: (condition: Condition) => Condition | null): void
}

export function TrialResults({ trial, hasSaved, onInclude }: TrialResultsProps) {
  const t = useWords('editor')
  const [tab, setTab] = useState('would')
  const matching = trial.samples.filter(sample => sample.change !== 'lost')
  const lost = trial.samples.filter(sample => sample.change === 'lost')
  const counts = trial.counts
  const tabs = [
    {
      value: 'would',
      label: t('trial.tab.would'),
      count: counts?.matched ?? 0,
      panel: (
        <Samples
          samples={matching}
          total={counts?.matched ?? 0}
          none={t('trial.none.would')}
          isPlain={!hasSaved}
          isDone={trial.phase === 'done'}
        />
      ),
    },
    ...(hasSaved
      ? [
          {
            value: 'lost',
            label: t('trial.tab.lost'),
            count: counts?.lost ?? 0,
            panel: <Samples samples={lost} total={counts?.lost ?? 0} none={t('trial.none.lost')} isDone={trial.phase === 'done'} />,
          },
        ]
      : []),
    {
      value: 'near',
      label: t('trial.tab.near'),
      count: trial.near.length,
      panel: (
        <NearMisses
          near={trial.near}
          isDone={trial.phase === 'done'}
          onInclude={near => onInclude(condition => mend(condition, near.explanation))}
        />
      ),
    },
  ]
  return <Tabs label={t('trial.tabs')} tabs={tabs} value={tabs.some(tabItem => tabItem.value === tab) ? tab : 'would'} onChange={setTab} />
}
