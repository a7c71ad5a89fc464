// What is around every step: where one is, what is done, the way on, the way past it, and help.
import { CircleCheck } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { Step } from '../../core/api/onboarding.ts'
import { LinkButton } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { HelpLink } from '../ui/HelpLink.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { useWords } from '../words.tsx'
import { useOnboarding } from './onboarding.ts'
import { Progress } from './Progress.tsx'
import { afterStep, pathOf } from './steps.ts'

interface StepPageProps {
  step: Step
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
      <Progress of={onboarding} at={step} />
      <p role="status" className="sr-only">
        {isDone && t('said.done', { step: t(`step.${step}`) })}
      </p>
      <div className="grid grid-cols-1 gap-6">
        {children}
        <footer className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <WayOn step={step} />
          <span className="flex flex-wrap items-center gap-x-2 text-sm text-ink-2">
            {t('stuck')} <HelpLink to={help.to}>{help.word}</HelpLink>
          </span>
        </footer>
      </div>
    </div>
  )
}

/** To the step after this one, or past it. */
export function WayOn({ step }: { step: Step }) {
  const t = useWords('onboarding')
  const onboarding = useOnboarding().data
  if (!onboarding) return null
  const next = afterStep(onboarding, step)
  const isDone = onboarding.done[step]
  return (
    <LinkButton to={next ? pathOf[next] : '/dashboard'} look={isDone ? 'primary' : 'quiet'} className="max-[480px]:w-full">
      {isDone ? (next ? t('next', { step: t(`step.${next}`) }) : t('finish')) : t('skip')}
    </LinkButton>
  )
}

/** What is done, in a card; who watched it happen has the focus there. */
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

/** Who pressed what is gone now goes on from here; of a page that opens with it, its own title is read first. */
function DoneTitle({ children }: { children: ReactNode }) {
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) head.current?.focus({ preventScroll: true })
  }, [])
  return (
    <h2 ref={head} tabIndex={-1} className="outline-none">
      {children}
    </h2>
  )
}
