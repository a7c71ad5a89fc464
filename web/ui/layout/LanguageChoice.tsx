// The language menu, each language under its own name.
import { directionOf, type Language, languages } from '../../../core/words/languages.ts'
import { Link } from '../../navigation/navigation.tsx'
import { chooseLanguage } from '../../words/language.ts'
import { useLanguage, useWords } from '../../words/words.tsx'
import { cx } from '../cx.ts'

/** `pathIn`: the path of the same page in a language; without it the current screen changes its language. The screen names the catalog `reader`. */
export function LanguageChoice({ pathIn, className }: { pathIn?: (language: Language) => string; className?: string }) {
  const t = useWords('reader')
  return (
    <nav aria-label={t('choose')} className={cx('flex flex-wrap gap-x-4', className)}>
      {languages.map(language => (
        <LanguageOption key={language} language={language} path={pathIn?.(language)} />
      ))}
    </nav>
  )
}

function LanguageOption({ language, path }: { language: Language; path: string | undefined }) {
  const isCurrent = useLanguage() === language
  const commonProps = {
    lang: language,
    dir: directionOf(language),
    'aria-current': isCurrent || undefined,
    className: 'py-1 text-sm text-inherit no-underline hover:underline aria-[current=true]:font-strong',
    onClick: () => void chooseLanguage(language),
  }
  if (path === undefined)
    return (
      <button type="button" {...commonProps}>
        {ownName(language)}
      </button>
    )
  return (
    <Link to={path} hrefLang={language} {...commonProps}>
      {ownName(language)}
    </Link>
  )
}

export const ownName = (language: Language): string => new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language
