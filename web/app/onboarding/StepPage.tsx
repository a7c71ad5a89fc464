// The layout of every onboarding step: progress, next, skip, help.
import { CircleCheck } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { type Onboarding, type OnboardingStep, steps } from '../../../core/api/onboarding.ts'
import { LinkButton } from '../../ui/Button.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { HelpLink } from '../../ui/text/HelpLink.tsx'
import { useWords } from '../../words/words.tsx'
import { useOnboarding } from './onboarding.ts'
import { findStepAfter, stepPaths } from './steps.ts'

interface StepPageProps {
  step: OnboardingStep
  title: string
  lead: ReactNode
  help: { to: `/help/${string}`; word: string }
  children: ReactNode
}

export function StepPage({ step, title, lead, help, children }: StepPageProps) {
  const t = useWords('onboarding')
  const onboarding = useOnboarding().data
  const isDone = onboarding?.done[step] ?? false
  return (
    <div>
      <PageHeader title={title} above={<Link to="/onboarding">{t('title')}</Link>}>
        {lead}
      </PageHeader>
      <Progress onboarding={onboarding} current={step} />
      <p role="status" className="sr-only">
        {isDone && t('said.done', { step: t(`step.${step}`) })}
      </p>
      <div className="grid grid-cols-1 gap-6">
        {children}
        <footer className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <NextStepLink step={step} />
          <span className="flex flex-wrap items-center gap-x-2 text-sm text-ink-2">
            {t('stuck')} <HelpLink to={help.to}>{help.word}</HelpLink>
          </span>
        </footer>
      </div>
    </div>
  )
}

/** Links to the step after this one, or to the dashboard after the last. */
export function NextStepLink({ step }: { step: OnboardingStep }) {
  const t = useWords('onboarding')
  const onboarding = useOnboarding().data
  if (!onboarding) return null
  const next = findStepAfter(onboarding, step)
  const isDone = onboarding.done[step]
  return (
    <LinkButton to={next ? stepPaths[next] : '/dashboard'} look={isDone ? 'primary' : 'quiet'} className="max-[480px]:w-full">
      {isDone ? (next ? t('next', { step: t(`step.${next}`) }) : t('finish')) : t('skip')}
    </LinkButton>
  )
}

/** A card that confirms the step; it gets the focus if the person saw it happen. */
export function DoneCard({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <Card>
      <div className="flex items-start gap-3">
        <CircleCheck size={24} aria-hidden className="mt-0.5 flex-none text-success-fill" />
        <div className="grid min-w-0 gap-2">
          <DoneTitle>{title}</DoneTitle>
          {children}
        </div>
      </div>
    </Card>
  )
}

/** Takes the focus if the pressed button has disappeared; on a page that opens with it, the page title keeps the focus. */
function DoneTitle({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <h2 ref={heading} tabIndex={-1} className="outline-none">
      {children}
    </h2>
  )
}

function Progress({ onboarding, current }: { onboarding: Onboarding | undefined; current: OnboardingStep }) {
  const t = useWords('onboarding')
  return (
    <nav aria-label={t('steps')} className="mb-6">
      <ol className="legs legs-flat">
        {steps.map(step => {
          const isDone = onboarding?.done[step] ?? false
          return (
            <li key={step} className={isDone ? 'done' : step === current ? 'now' : undefined}>
              <Link
                to={stepPaths[step]}
                aria-current={step === current ? 'step' : undefined}
                className="inline-block min-h-6 py-1 max-xs:text-xs text-inherit no-underline hover:underline aria-[current]:font-bold"
              >
                {t(`step.${step}`)}
                <span className="sr-only">, {t(isDone ? 'state.done' : 'state.open')}</span>
              </Link>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
