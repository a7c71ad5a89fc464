// The onboarding progress on the dashboard, in one line, until onboarding is done or dismissed.
import { X } from 'lucide-react'
import { steps } from '../../../core/api/onboarding.ts'
import { LinkButton } from '../../ui/Button.tsx'
import { useExplain } from '../../ui/feedback/failure.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { focusTitle } from '../../ui/layout/focus-title.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { useWords } from '../../words/words.tsx'
import { useDismissOnboarding, useOnboarding } from './onboarding.ts'
import { countDone, findNextStep, stepPaths } from './steps.ts'

export function OnboardingCard() {
  const t = useWords('onboarding')
  const explain = useExplain()
  const onboarding = useOnboarding().data
  const dismiss = useDismissOnboarding()
  const next = onboarding && findNextStep(onboarding)
  if (!onboarding || !next || onboarding.dismissed) return null
  const hide = () => {
    dismiss(error => toast.error(explain(error)))
    toast.info(t('card.hidden', { path: '/onboarding' }))
    focusTitle()
  }
  return (
    <section aria-label={t('card')} className="card flex flex-wrap items-center gap-x-4 gap-y-2 py-3!">
      <b>{t('card')}</b>
      <span aria-hidden="true" className="flex gap-1">
        {steps.map(step => (
          <i key={step} className={onboarding.done[step] ? 'h-1.5 w-6 rounded-full bg-accent' : 'h-1.5 w-6 rounded-full bg-edge'} />
        ))}
      </span>
      <span className="text-sm text-ink-2">{t('progress', { done: countDone(onboarding), all: steps.length })}</span>
      <span className="ms-auto flex items-center gap-1">
        <LinkButton to={stepPaths[next]} look="bare" small>
          {t('card.next', { step: t(`step.${next}`) })}
        </LinkButton>
        <IconButton icon={X} label={t('card.hide')} onClick={hide} />
      </span>
    </section>
  )
}
