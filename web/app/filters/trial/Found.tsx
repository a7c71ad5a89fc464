// What a trial found: the mails that would cross, those that no longer would, and those that nearly do.
import { useState } from 'react'
import type { NearMiss } from '../../../../core/api/filter-trials.ts'
import { Tabs } from '../../../ui/Tabs.tsx'
import { useWords } from '../../../words.tsx'
import { NearMisses, Samples } from './Samples.tsx'
import type { Trial } from './trial.ts'

export interface FoundProps {
  trial: Trial
  hasSaved: boolean
  /** Null where a near miss cannot be taken in. */
  onInclude(near: NearMiss): void
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
      panel: <NearMisses near={trial.near} isDone={trial.phase === 'done'} onInclude={onInclude} />,
    },
  ]
  return <Tabs label={t('trial.tabs')} tabs={tabs} value={tabs.some(one => one.value === tab) ? tab : 'would'} onChange={setTab} />
}
