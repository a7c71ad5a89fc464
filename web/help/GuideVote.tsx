// Asks whether a guide helped: one vote per browser, which can be changed.
import { useEffect, useState } from 'react'
import { PageLink } from '../navigation/PageLink.tsx'
import { Button } from '../ui/Button.tsx'
import { Rich } from '../ui/text/Rich.tsx'
import { useWords } from '../words/words.tsx'
import type { GuideName } from './guides.ts'

type State = 'open' | 'yes' | 'no' | 'failed'

export function GuideVote({ name }: { name: GuideName }) {
  const t = useWords('help')
  const [state, setState] = useState<State>('open')
  useEffect(() => {
    void import('./votes.ts').then(votes => setState(votes.storedVote(name) ?? 'open'))
  }, [name])
  const vote = (answer: 'yes' | 'no') => {
    setState(answer)
    void import('./votes.ts').then(votes => votes.sendVote(name, answer)).catch(() => setState('failed'))
  }
  return (
    <div className="guide-vote">
      <p id="did-it-help">{t('vote')}</p>
      <div role="group" aria-labelledby="did-it-help" className="flex gap-3">
        {(['yes', 'no'] as const).map(answer => (
          <Button
            key={answer}
            look="quiet"
            small
            aria-pressed={state === answer}
            onClick={() => vote(answer)}
            className="aria-pressed:bg-accent-soft"
          >
            {t(`vote.${answer}`)}
          </Button>
        ))}
      </div>
      <p role="status" className="text-ink-2">
        {state !== 'open' && <Rich text={t(`vote.said.${state}`)} tags={{ link: text => <PageLink to="contact">{text}</PageLink> }} />}
      </p>
    </div>
  )
}
