// The four steps in a line: which are done, and where one is; each leads to its page.
import { Link } from 'react-router'
import { type Onboarding, type Step, steps } from '../../core/api/onboarding.ts'
import { useWords } from '../words.tsx'
import { pathOf } from './steps.ts'

export function Progress({ of: onboarding, at }: { of: Onboarding | undefined; at: Step }) {
  const t = useWords('onboarding')
  return (
    <nav aria-label={t('steps')} className="mb-6">
      <ol className="legs legs-flat">
        {steps.map(step => {
          const isDone = onboarding?.done[step] ?? false
          return (
            <li key={step} className={isDone ? 'done' : step === at ? 'now' : undefined}>
              <Link
                to={pathOf[step]}
                aria-current={step === at ? 'step' : undefined}
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
