// The overview of the four onboarding steps and the progress so far.
import { Circle, CircleCheck } from 'lucide-react'
import { Link } from 'react-router'
import { type Onboarding as OnboardingState, type OnboardingStep, steps } from '../../../core/api/onboarding.ts'
import { LinkButton } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { useExplain } from '../../ui/feedback/failure.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { SkeletonRows } from '../../ui/feedback/Skeleton.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { HelpLink } from '../../ui/text/HelpLink.tsx'
import { useWords } from '../../words/words.tsx'
import { useOnboarding } from './onboarding.ts'
import { countDone, findNextStep, stepPaths } from './steps.ts'

export function OnboardingPage() {
  const t = useWords('onboarding')
  const explain = useExplain()
  const { data, error } = useOnboarding()
  const next = data && findNextStep(data)
  return (
    <div>
      <PageHeader title={t('title')}>{t(next === null ? 'lead.done' : 'lead')}</PageHeader>
      <div className="grid max-w-3xl grid-cols-1 gap-6">
        {error && !data && (
          <Note kind="danger" alert>
            <b>{t('failed')}</b> {explain(error)}
          </Note>
        )}
        <Card flush>
          {data ? (
            <ol aria-label={t('steps')}>
              {steps.map(step => (
                <StepRow key={step} step={step} isDone={data.done[step]} isNext={step === next} />
              ))}
            </ol>
          ) : (
            <SkeletonRows />
          )}
        </Card>
        {data && <NextActions onboarding={data} />}
      </div>
    </div>
  )
}

/** Highlights the next step. */
const nextStepLook = 'fill-lamp text-lamp-line'

function StepRow({ step, isDone, isNext }: { step: OnboardingStep; isDone: boolean; isNext: boolean }) {
  const t = useWords('onboarding')
  const Icon = isDone ? CircleCheck : Circle
  return (
    <li className="border-t border-line first:border-t-0">
      <Link
        to={stepPaths[step]}
        aria-current={isNext ? 'step' : undefined}
        className="grid grid-cols-[auto_1fr_auto] items-baseline gap-x-4 px-(--pad) py-4 text-inherit no-underline hover:bg-water"
      >
        <Icon size={24} aria-hidden className={cx('self-center', isDone ? 'text-success-fill' : isNext ? nextStepLook : 'text-ink-3')} />
        <b className="min-w-0 text-md font-title">{t(`step.${step}`)}</b>
        <span className={cx('text-sm', isDone ? 'font-strong text-success' : isNext ? 'font-strong' : 'text-ink-2')}>
          {t(isDone ? 'state.done' : isNext ? 'state.next' : 'state.open')}
        </span>
        <span className="col-span-2 col-start-2 text-ink-2">{t(`step.${step}.text`)}</span>
      </Link>
    </li>
  )
}

function NextActions({ onboarding }: { onboarding: OnboardingState }) {
  const t = useWords('onboarding')
  const next = findNextStep(onboarding)
  const done = countDone(onboarding)
  return (
    <div className="flex flex-wrap items-center gap-3">
      {next ? (
        <LinkButton to={stepPaths[next]} className="max-[480px]:w-full">
          {done === 0 ? t('start') : t('goOn', { step: t(`step.${next}`) })}
        </LinkButton>
      ) : null}
      <LinkButton to="/dashboard" look={next ? 'quiet' : 'primary'} className="max-[480px]:w-full">
        {t(next ? 'later' : 'toDashboard')}
      </LinkButton>
      <span className="text-sm text-ink-2">{t('progress', { done, all: steps.length })}</span>
      <span className="ms-auto text-sm">
        <HelpLink to="/help/quick-setup">{t('stuck')}</HelpLink>
      </span>
    </div>
  )
}
