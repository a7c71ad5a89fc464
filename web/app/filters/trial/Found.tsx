// The result of a trial: emails that would match, that no longer would, and near misses.
import { useState } from 'react'
import { mend } from '../../../../core/filters/mend.ts'
import type { Condition } from '../../../../core/filters/tree.ts'
import { Tabs } from '../../../ui/layout/Tabs.tsx'
import { useWords } from '../../../words/words.tsx'
import { NearMisses, Samples } from './Samples.tsx'
import type { Trial } from './trial.ts'

export interface FoundProps {
  trial: Trial
  hasSaved: boolean
  /** `mended`: the condition, changed so that it holds on a near miss too; null where that cannot be. */
  onInclude(changed: (condition: Condition) => Condition | null): void
}

export function Found({ trial, hasSaved, onInclude }: FoundProps) {
  const t = useWords('editor')
  const [tab, setTab] = useState('would')
  const would = trial.samples.filter(sample => sample.change !== 'lost')
  const lost = trial.samples.filter(sample => sample.change === 'lost')
  const counts = trial.counts
  const tabs = [
    {
      value: 'would',
      word: t('trial.tab.would'),
      count: counts?.matched ?? 0,
      panel: (
        <Samples samples={would} of={counts?.matched ?? 0} none={t('trial.none.would')} plain={!hasSaved} isDone={trial.phase === 'done'} />
      ),
    },
    ...(hasSaved
      ? [
          {
            value: 'lost',
            word: t('trial.tab.lost'),
            count: counts?.lost ?? 0,
            panel: <Samples samples={lost} of={counts?.lost ?? 0} none={t('trial.none.lost')} isDone={trial.phase === 'done'} />,
          },
        ]
      : []),
    {
      value: 'near',
      word: t('trial.tab.near'),
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
  return <Tabs label={t('trial.tabs')} tabs={tabs} value={tabs.some(one => one.value === tab) ? tab : 'would'} onChange={setTab} />
}
