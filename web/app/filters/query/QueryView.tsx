// The filter as a typed query beside the builder: in sync, being edited, or with errors.
import { ArrowLeftRight, CircleAlert } from 'lucide-react'
import { useId, useRef } from 'react'
import type { QueryProblem } from '../../../../core/filters/query/problem.ts'
import { StateLabel } from '../../../ui/feedback/StateLabel.tsx'
import { useWords, useWordsOfCodes } from '../../../words/words.tsx'
import { QueryInput } from './QueryInput.tsx'
import type { TypedQuery } from './useTypedQuery.ts'

export function QueryView({ typed }: { typed: TypedQuery }) {
  const t = useWords('editor')
  const id = useId()
  const input = useRef<HTMLTextAreaElement>(null)
  const { problems } = typed
  const selectProblem = ({ at }: QueryProblem) => {
    input.current?.focus()
    input.current?.setSelectionRange(at.start, Math.max(at.end, at.start + 1))
  }
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <label htmlFor={id} className="text-sm font-strong">
          {t('typed.label')}
        </label>
        {problems.length > 0 ? (
          <StateLabel kind="bad" icon={CircleAlert} label={t('typed.problem', { n: problems.length })} />
        ) : (
          typed.text && <StateLabel kind="ok" icon={ArrowLeftRight} label={t('typed.inStep')} />
        )}
      </div>
      <QueryInput ref={input} id={id} describedBy={`${id}-about`} typed={typed} />
      <div id={`${id}-about`} className="grid gap-1 text-sm text-ink-2">
        {problems.length > 0 ? (
          <Problems problems={problems} onShow={selectProblem} />
        ) : (
          <p>
            {t('typed.help')} {typed.isPartial && t('typed.part')}
          </p>
        )}
      </div>
    </div>
  )
}

function Problems({ problems, onShow }: { problems: QueryProblem[]; onShow(problem: QueryProblem): void }) {
  const t = useWords('editor')
  const translateCode = useWordsOfCodes()
  return (
    <>
      <div role="alert">
        <ul className="grid gap-1 text-danger">
          {problems
            .toSorted((a, b) => a.at.start - b.at.start)
            .map(problem => (
              <li key={`${problem.code}${problem.at.start}`} className="flex items-start gap-1.5">
                <CircleAlert size={16} aria-hidden className="mt-0.5" />
                <span className="min-w-0 flex-1">
                  {t('typed.place', { n: problem.at.start + 1 })} {translateCode(problem.code, problem.values)}{' '}
                  <button type="button" className="text-accent-ink underline underline-offset-[0.2em]" onClick={() => onShow(problem)}>
                    {t('typed.show')}
                  </button>
                </span>
              </li>
            ))}
        </ul>
      </div>
      <p>{t('typed.kept')}</p>
    </>
  )
}
