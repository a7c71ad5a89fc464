// Chooses the languages of a condition, listed in the reader's language.
import { X } from 'lucide-react'
import type { TextTest } from '../../../../core/filters/tree.ts'
import { InlineSelect } from '../../../ui/forms/InlineSelect.tsx'
import { languageName } from '../../../ui/text/ConditionText.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'

/** The languages that the detector knows and people write email in (ISO 639-3). */
const codes =
  'eng spa fra deu ita por nld pol rus ukr tur arb pes heb hin ben urd tam tel mar guj pan cmn jpn kor vie tha ind jav swe dan nob fin ces slk hun ron bul srp hrv ell lit lav est cat swh som hau yor zul amh'.split(
    ' ',
  )

interface LanguageProps {
  test: TextTest
  isInvalid: boolean
  onChange(values: string[]): void
}

export function LanguageOperands({ test, isInvalid, onChange }: LanguageProps) {
  const t = useWords('builder')
  const ui = useWords('ui')
  const language = useLanguage()
  const unused = codes.filter(code => !test.values.includes(code)).map(value => ({ value, label: languageName(value, language) }))
  const options = [{ value: '', label: t('values.language.add') }, ...unused.toSorted((a, b) => a.label.localeCompare(b.label, language))]
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      {test.values.map(code => (
        <span
          key={code}
          className="inline-flex items-center gap-1 rounded-hull-sm bg-surface ps-2.5 pe-1 text-sm leading-6 shadow-[inset_0_0_0_1px_var(--edge)]"
        >
          {languageName(code, language)}
          <button
            type="button"
            className="grid size-6 place-items-center rounded-[4px] text-ink-2 hover:bg-water"
            aria-label={ui('token.remove', { value: languageName(code, language) })}
            onClick={() => onChange(test.values.filter(other => other !== code))}
          >
            <X size={16} aria-hidden />
          </button>
        </span>
      ))}
      <InlineSelect<string>
        label={t('values.language')}
        value=""
        invalid={isInvalid && test.values.length === 0}
        options={options}
        onChange={code => code && onChange([...test.values, code])}
      />
    </span>
  )
}
