// Chooses how much of an email the phone shows.
import { useId } from 'react'
import type { Action } from '../../../../core/filters/action.ts'
import { useWords } from '../../../words/words.tsx'

type Forward = Extract<Action, { kind: 'forward' }>
const choices = ['usual', 'full', 'summary', 'headers'] as const

export function PrivacyFields({ forward, onChange }: { forward: Forward; onChange(forward: Forward): void }) {
  const t = useWords('editor')
  const name = useId()
  const { show, ...rest } = forward
  return (
    <fieldset className="grid content-start gap-2">
      <legend className="mb-1.5 text-sm font-strong">{t('shows')}</legend>
      {choices.map(choice => (
        <label key={choice} className="flex items-start gap-2.5 py-0.5">
          <input
            type="radio"
            name={name}
            checked={choice === (show ?? 'usual')}
            aria-labelledby={`${name}${choice}`}
            aria-describedby={`${name}${choice}.note`}
            className="mt-0.5 size-5 flex-none"
            onChange={() => onChange(choice === 'usual' ? rest : { ...rest, show: choice })}
          />
          <span className="min-w-0">
            <span id={`${name}${choice}`} className="block">
              {t(`shows.${choice}`)}
            </span>
            <span id={`${name}${choice}.note`} className="block text-sm text-ink-2">
              {t(`shows.${choice}.note`)}
            </span>
          </span>
        </label>
      ))}
      <p className="text-sm text-ink-2">{t('shows.everywhere')}</p>
    </fieldset>
  )
}
